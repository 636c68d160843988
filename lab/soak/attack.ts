/** What every attack uses. */
import type { IncomingMessage } from 'node:http';
import { flood } from '#lab/security/honest-traffic.ts';
import type { Running } from '#lab/security/setups.ts';
import type { HttpClient } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/wait.ts';
import type { Figures } from './figures.ts';
import type { Worker } from './worker.ts';

/** Duration of an attack in milliseconds. */
export const turn = 8_000;

export type Scene = {
  running: Running;
  adminClient: HttpClient;
  workers: readonly Worker[];
  end: number;
  figures: Figures;
  say(line: string): void;
};

export type Account = {
  client: HttpClient;
  /** Owned by the account. */
  organizationId: string;
};

export type Attacker = {
  documents: Account;
  unread: Account;
  /** With several megabytes of repositories. */
  listExporters: Account[];
  inviter: Account;
  locked: Account;
  eventStreams: Account;
  user: Account;
  writers: Account[];
  anonymousClients: HttpClient[];
  query: string;
  silentProvider: { calls(): number };
};

/** Returns how many requests reached their target. With none, the attack counts as missed. */
export type Attack = (attacker: Attacker, scene: Scene) => Promise<number>;

export async function floodAndCount(lanes: number, ask: (lane: number) => Promise<boolean>) {
  let arrived = 0;
  await flood(lanes, turn, async (lane) => {
    if (await ask(lane)) arrived += 1;
  });
  return arrived;
}

export async function leaveUnread(
  open: ((signal: AbortSignal) => Promise<IncomingMessage>)[],
): Promise<number> {
  const abort = new AbortController();
  const opened = open.map((each) =>
    each(abort.signal).then(
      (response) => response.on('error', () => {}).statusCode,
      () => undefined,
    ),
  );
  await pause(turn);
  abort.abort();
  return (await Promise.all(opened)).filter((status) => status === 200).length;
}

export const lane = <T>(all: readonly T[], index: number): T => {
  const found = all[index % all.length];
  if (!found) throw new Error('There is none.');
  return found;
};
