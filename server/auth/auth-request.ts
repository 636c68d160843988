/** A request at an open door of better-auth, with what can be done about it. */
export type AuthRequest = {
  request: Request;
  /** What was sent, checked; undefined where the door takes nothing. */
  body: unknown;
  /** Answers with an error. */
  refuse(status: number, code: string, headers?: Record<string, string>): Response;
  /** Lets better-auth answer, to `body` if it is to read something else than was sent. */
  forward(body?: unknown): Promise<Response>;
};
