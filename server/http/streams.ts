/** Bodies to send as a stream, marked by their creator. All other bodies are buffered. */
const streams = new WeakSet<ReadableStream>();

export function asStream<Body extends ReadableStream>(body: Body): Body {
  streams.add(body);
  return body;
}

export const isStream = ({ body }: Response) => body !== null && streams.has(body);
