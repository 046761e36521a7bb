"""Deletes the data of the private Postgres, after asking."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rowlock.embedded import Embedded, EmbeddedError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="the folder, when it is not the default one")
    parser.add_argument("--force", action="store_true", help="do not ask")
    args = parser.parse_args()
    try:
        embedded = Embedded(args.data)
        if not (embedded.home / "pg").exists():
            print(f"there is no data in {embedded.home}")
            return 0
        if not args.force:
            print(f"This deletes every row, user and key in {embedded.home}. Type 'yes' to go on: ")
            if sys.stdin.readline().strip() != "yes":
                print("nothing was deleted")
                return 1
        embedded.destroy()
    except EmbeddedError as e:
        print(e, file=sys.stderr)
        return 1
    print(f"deleted the data in {embedded.home}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
