// Server-sent events read from an answer: each by its name, whatever it is called.

const LINE = /^(id|event|data): ?(.*)$/s;

function frame(block) {
  const found = {};
  for (const line of block.split("\n")) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (name) found[name] = name === "data" && name in found ? `${found.data}\n${value}` : value;
  }
  return found;
}

/** Calls `told({ event, id, data })` for each until the stream ends, and `sign()` for all that comes, pings too. */
export async function readFrames(answer, told, sign) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    sign();
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const found = frame(block);
      if (found.data !== undefined) told({ ...found, data: JSON.parse(found.data) });
    }
  }
}
