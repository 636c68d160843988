/** What the primary process and its workers tell each other. The rate limiter adds messages of its own. */

/** To a worker. */
export type Order =
  /** All workers listen: /readyz may say so. */
  | { type: 'ready' }
  /** Finish requests in flight and end, `isBalanced` after load balancers could notice. */
  | { type: 'stop'; isBalanced: boolean };

/** From a worker that cannot start. */
export type StartFailure = { type: 'failed'; message: string; hint: string };

/** Whether a received message is one of `types`. */
export function isMessage<Message extends Order | StartFailure>(
  message: unknown,
  ...types: readonly Message['type'][]
): message is Message {
  return types.includes((message as Message | null)?.type as Message['type']);
}
