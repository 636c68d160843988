/** A request to an endpoint of /api/auth, and the ways to answer it. */
import { clientAddressHeader } from '#server/http/headers.ts';
import type { AuthSession } from './auth.ts';

export type AuthRequest = {
  request: Request;
  /** The validated body; undefined for endpoints that take none. */
  body: unknown;
  /** The signed-in user; null for endpoints that anyone may call. */
  viewer: AuthSession | null;
  /** Answers with an error. */
  refuse(status: number, code: string, headers?: Record<string, string>): Response;
  /**
   * Lets better-auth answer, at `path` if that is another than the request's. It reads `body`, or the
   * client's own body by default.
   */
  forward(body?: unknown, path?: string): Promise<Response>;
};

/** 429 with `Retry-After`, in seconds. */
export function refuseTooMany({ refuse }: AuthRequest, seconds: number): Response {
  return refuse(429, 'RATE_LIMITED', { 'retry-after': String(seconds) });
}

/** The client's IP address, or `unknown`. */
export function clientAddressOf({ request }: AuthRequest): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown';
}

/** The ID of the signed-in user, at endpoints that need one. */
export function requireViewerId({ viewer }: AuthRequest): string {
  if (!viewer) throw new Error('The endpoint is open to anyone.');
  return viewer.user.id;
}
