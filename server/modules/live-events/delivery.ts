/** Streams resumed per turn of the event loop: about 2 ms. */
const streamsPerTurn = 50;

const waiting: (() => void)[] = [];
let free = streamsPerTurn;

function deliver(): void {
  free = streamsPerTurn;
  for (const next of waiting.splice(0, streamsPerTurn)) {
    free -= 1;
    next();
  }
  if (free < streamsPerTurn) setImmediate(deliver);
}

/** Waits until a stream may send its next event, so that events of many streams leave time for requests. */
export function takeDelivery(): Promise<void> | void {
  if (free === streamsPerTurn) setImmediate(deliver);
  if (free > 0 && !waiting.length) {
    free -= 1;
    return;
  }
  return new Promise((resolve) => waiting.push(resolve));
}
