import type { IncomingMessage } from 'node:http';
import type { HttpClient } from './http-client.ts';

export type Stream = {
  status: number;
  contentType: string;
  text: string;
  isOver: boolean;
  response: IncomingMessage;
  close(): void;
};

export const subscription = `subscription { events {
  __typename ... on RecordChange { kind recordId } ... on SignedOut { code } } }`;

export async function openStream(
  client: HttpClient,
  {
    query = subscription,
    accept = 'text/event-stream',
    method = 'POST',
    isRead = true,
  }: { query?: string; accept?: string; method?: 'GET' | 'POST'; isRead?: boolean } = {},
): Promise<Stream> {
  const abort = new AbortController();
  const isGet = method === 'GET';
  const response = await client.open(
    isGet ? `/api/graphql?query=${encodeURIComponent(query)}` : '/api/graphql',
    {
      method,
      headers: { 'content-type': 'application/json', origin: client.origin, accept },
      ...(isGet ? {} : { body: JSON.stringify({ query }) }),
      signal: abort.signal,
    },
  );
  const stream: Stream = {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    text: '',
    isOver: false,
    response,
    close: () => abort.abort(),
  };
  response.on('error', () => {});
  response.on('close', () => (stream.isOver = true));
  if (isRead) response.on('data', (chunk) => (stream.text += chunk));
  return stream;
}
