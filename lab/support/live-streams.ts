import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
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

/** Opens a stream again whenever it ends, until `signal` is aborted. */
export async function keepStream(client: HttpClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const stream = await openStream(client).catch(() => undefined);
    while (stream && !stream.isOver && !signal.aborted) await pause(50);
    stream?.close();
    await pause(50);
  }
}
