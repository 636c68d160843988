import type { AuthRequest } from '#server/auth/auth-request.ts';

/** What a client must solve before an email is sent. Returns the response to a request that does not. */
export type Challenge = (authRequest: AuthRequest) => Promise<Response | undefined>;
