import type { IncomingMessage, ServerResponse } from 'node:http';

/** `Retry-After` in seconds, with jitter so that rejected clients don't retry simultaneously. */
export const retryAfter = () => String(1 + Math.floor(Math.random() * 3));

type Rejection = {
  headers?: Record<string, string>;
  body?: string;
  /** Longest unread body to skip on a connection that stays open. Default 0. */
  maxUnreadBytes?: number;
};

/** Answers a request that isn't admitted with 503, without reading its body. */
export function rejectBusy(
  { headers: { 'content-length': length = '0', 'transfer-encoding': chunked } }: IncomingMessage,
  outgoing: ServerResponse,
  { headers, body = '', maxUnreadBytes = 0 }: Rejection = {},
): void {
  outgoing.writeHead(503, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': retryAfter(),
    // Closing avoids reading a long body before the next request.
    ...(chunked || Number(length) > maxUnreadBytes ? { connection: 'close' } : {}),
  });
  outgoing.end(body);
}
