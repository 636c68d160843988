export type UserError = { code: string; field?: readonly string[] | null };

export type ErrorDetails = {
  requestId?: string | undefined;
  /** Seconds to wait before the next attempt. */
  retryAfter?: number | undefined;
};

/** A request that failed as a whole: rejected by the server, or never answered. */
export class ApiError extends Error {
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: string, { requestId, retryAfter }: ErrorDetails = {}) {
    super(code);
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Converts anything thrown to an `ApiError`, by default `UNKNOWN_ERROR`. */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('UNKNOWN_ERROR');
}

/** Error of an unsuccessful response. `code` and `requestId` come from its body, if any. */
export function responseError(
  response: Response | undefined,
  { code, requestId }: { code?: unknown; requestId?: unknown } = {},
): ApiError {
  const id = requestId ?? response?.headers?.get('x-request-id');
  return new ApiError(typeof code === 'string' ? code : statusCode(response?.status), {
    requestId: typeof id === 'string' ? id : undefined,
    retryAfter: Number(response?.headers?.get('retry-after')) || undefined,
  });
}

function statusCode(status: number | undefined): string {
  if (status === undefined) return 'NETWORK_ERROR';
  if (status === 429) return 'RATE_LIMITED';
  if (status >= 502 && status <= 504) return 'SERVICE_UNAVAILABLE';
  return 'UNKNOWN_ERROR';
}
