import { isDeepStrictEqual } from 'node:util';
import type { Json, TestServer, TestUser } from './server.ts';

export const eventsDocument = `subscription {
  events {
    __typename
    ... on RecordChange { kind type recordId }
    ... on ManyRecordsChange { type }
    ... on ViewerChange { viewer { permissions user { name } } }
    ... on SignedOut { code }
  }
}`;

/** Opens a stream without reading it. */
export const requestEvents = (
  server: TestServer,
  person: TestUser,
  { query = eventsDocument, ...headers }: Record<string, string> = {},
): Promise<Response> =>
  server.request('/api/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: person.cookie,
      origin: server.origin,
      ...headers,
    },
    body: JSON.stringify({ query }),
  });

/** Opens a stream and reads it all the time: the server tells those who read late in fewer words. */
export async function followEvents(
  server: TestServer,
  person: TestUser,
  options?: Record<string, string>,
) {
  const { data } = await person.send('{ viewer { permissions user { name } } }');
  const response = await requestEvents(server, person, options);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const waiting: Json[] = [];
  let isOver = false;
  let arrival = Promise.withResolvers<void>();
  const wake = () => {
    arrival.resolve();
    arrival = Promise.withResolvers();
  };
  async function read(): Promise<void> {
    let text = '';
    for (;;) {
      // The server aborts the stream, so that clients reconnect.
      const chunk = await reader?.read().catch(() => undefined);
      if (!chunk || chunk.done) break;
      text += chunk.value;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const data = /^data: (.+)$/m.exec(message)?.[1];
        if (/^event: next/m.test(message) && data) waiting.push(JSON.parse(data));
      }
      wake();
    }
    isOver = true;
    wake();
  }
  void read();
  async function nextOfAll(): Promise<Json> {
    while (waiting.length === 0 && !isOver) await arrival.promise;
    return waiting.shift();
  }
  /** On a busy machine, a stream is told of the sign-in before it: a change of the viewer to what they already are. */
  const isOfSignIn = (message: Json) =>
    message?.data?.events?.__typename === 'ViewerChange' &&
    isDeepStrictEqual(message.data.events.viewer, data?.viewer);
  return {
    response,
    async next(): Promise<Json> {
      let message = await nextOfAll();
      while (isOfSignIn(message)) message = await nextOfAll();
      return message;
    },
    /** The next event of this type. Earlier ones are passed to `onOther`. */
    async nextOf(type: string, onOther: (event: Json) => void = () => {}): Promise<Json> {
      for (;;) {
        const event = (await nextOfAll())?.data?.events;
        if (!event || event.__typename === type) return event;
        onOther(event);
      }
    },
    close: () => reader?.cancel(),
  };
}

/** Whether an event tells of a record. One that waited for more than a second only tells of its type. */
export const isAbout = (
  { __typename, type, recordId }: Json,
  record: { type: string; id: string },
): boolean =>
  recordId === record.id || (__typename === 'ManyRecordsChange' && type === record.type);
