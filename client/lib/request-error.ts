import type { Failure } from '#client/i18n/error-text.ts';

/** A request that failed: by the server's word, or because there was no answer at all. */
export class RequestError extends Error implements Failure {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: string, response?: Response, requestId?: string) {
    super(code);
    this.name = 'RequestError';
    this.code = code;
    this.status = response?.status ?? 0;
    this.requestId = requestId ?? response?.headers.get('x-request-id') ?? undefined;
    this.retryAfter = Number(response?.headers.get('retry-after')) || undefined;
  }
}

/** Sends JSON and reads JSON; whatever goes wrong on the way is a `RequestError`. */
export async function postJson(
  path: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<{ response: Response; data: unknown }> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new RequestError('NETWORK_ERROR');
  });
  const data: unknown = await response.json().catch(() => null);
  return { response, data };
}

/** The code for an answer that carries none of its own. */
export function codeOfStatus(status: number): string {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 502 || status === 503 || status === 504) return 'SERVICE_UNAVAILABLE';
  return 'UNKNOWN_ERROR';
}
