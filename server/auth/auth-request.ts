import { clientAddressHeader } from '#server/http/headers.ts';
import { type Policy, refusalHeaders } from '#server/http/rate-limit-headers.ts';
import type { AuthSession } from './auth.ts';

export type AuthRequest = {
  request: Request;
  body: unknown;
  viewer: AuthSession | null;
  refuse(status: number, code: string, headers?: Record<string, string>): Response;
  /** Forwards the request to better-auth, at `path` if given, with `body` and `headers` or else the client's own. */
  forward(body?: unknown, path?: string, headers?: Headers): Promise<Response>;
};

export function refuseTooMany({ refuse }: AuthRequest, seconds: number, policy: Policy): Response {
  return refuse(429, 'RATE_LIMITED', refusalHeaders(policy, seconds));
}

export function clientAddressOf({ request }: AuthRequest): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown';
}

/** The user and the session of a request to an endpoint that isn't open to anyone. */
export function requireViewer({ viewer }: AuthRequest): AuthSession {
  if (!viewer) throw new Error('The endpoint is open to anyone.');
  return viewer;
}
