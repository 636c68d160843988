import type { SecurityEvent } from '#server/log/security-events.ts';
import type { ApiErrorCode } from '#shared/errors.ts';

/** Answer to a request whose document is not looked at. */
export type Rejection = {
  status: number;
  code: ApiErrorCode;
  message: string;
  headers?: Record<string, string>;
  event?: SecurityEvent;
};
