"""What the demo's workers run for a task: it works, asks somebody, works on, and ends.

Started by its path with nothing but the standard library, as any command of a worker may be.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time

# Nobody's secret.
chance = random.Random()  # noqa: S311


def say(line: str) -> None:
    """One line, now."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def work(what: str) -> None:
    """Something that takes a while and says so."""
    for step in range(chance.randint(2, 5)):
        time.sleep(chance.uniform(0.2, 0.6))
        say(f"{what}: step {step + 1}")


def main(task: str) -> int:
    """Do the task; a third of them without a question."""
    work(f"looking into {task}")
    if chance.random() < 0.3:
        return 0
    question = {
        "wait_key": f"{os.environ.get('ROWLOCK_ATTEMPT', '1')}-go",
        "role": chance.choice(("reviewer", "engineer")),
        "type": "go-ahead",
        "question": f"May I {task}?",
        # By which the demo knows its own.
        "metadata": {"demo": "rowlock-demo"},
    }
    say(f"::ask {json.dumps(question)}")
    answer = json.loads(sys.stdin.readline() or "{}")
    if answer.get("outcome") != "resolved":
        say(f"was told {answer}")
        return 1
    if answer["payload"].get("decision") == "rejected":
        say("leaves it")
    else:
        work(f"doing it: {task}")
    return 0


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
