export type Order = { type: 'ready' } | { type: 'stop'; drainMs: number };

export type StartFailure = { type: 'failed'; message: string; hint: string };

export function isMessage<Message extends Order | StartFailure>(
  message: unknown,
  ...types: readonly Message['type'][]
): message is Message {
  return types.includes((message as Message | null)?.type as Message['type']);
}
