import type { Json, TestServer, TestUser } from './server.ts';

export const eventsDocument = `subscription {
  events {
    __typename
    ... on RecordChange { kind type recordId node { ... on Repository { name } ... on User { name } } }
    ... on ManyRecordsChange { type }
    ... on ViewerChange { viewer { permissions user { name } } }
    ... on SignedOut { code }
  }
}`;

export async function followEvents(
  server: TestServer,
  person: TestUser,
  { query = eventsDocument, ...headers }: Record<string, string> = {},
) {
  const response = await server.request('/api/graphql', {
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
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const waiting: Json[] = [];
  let text = '';
  async function next(): Promise<Json> {
    while (!waiting.length) {
      // The server aborts the stream, so that clients reconnect.
      const chunk = await reader?.read().catch(() => undefined);
      if (!chunk || chunk.done) return undefined;
      text += chunk.value;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const data = /^data: (.+)$/m.exec(message)?.[1];
        if (/^event: next/m.test(message) && data) waiting.push(JSON.parse(data));
      }
    }
    return waiting.shift();
  }
  // Let events caused by signing in arrive before the stream is used.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    response,
    next,
    /** The next event of this type. Earlier ones are passed to `onOther`. */
    async nextOf(type: string, onOther: (event: Json) => void = () => {}): Promise<Json> {
      for (;;) {
        const event = (await next())?.data?.events;
        if (!event || event.__typename === type) return event;
        onOther(event);
      }
    },
    close: () => reader?.cancel(),
  };
}
