import { withRetries } from '#client/lib/connection.ts';
import { ApiError, responseError } from '#client/lib/errors.ts';
import { postJson, readJson } from '#client/lib/post-json.ts';
import { forgetPrefetched, takePrefetched } from '#client/lib/prefetched-queries.ts';
import { createStore } from '#client/lib/store.ts';
import { enumName } from '#shared/enum-name.ts';
import type { Permission } from '#shared/permissions.ts';
import type { SessionQuery } from './session.generated.ts';
import sessionText from './session.graphql?raw';

export type Setup = SessionQuery['setup'];

type AnyViewer = NonNullable<SessionQuery['viewer']>;

/** Always has a session. Only programs with an access token have none. */
export type Viewer = AnyViewer & { session: NonNullable<AnyViewer['session']> };

/** The public configuration and the viewer; null if signed out. */
export type Session = { setup: Setup; viewer: Viewer | null };

type Answer = {
  data?: SessionQuery | null;
  errors?: { extensions?: { code?: string; requestId?: string } }[];
};

export function hasPermission({ permissions }: Viewer, permission: Permission): boolean {
  return (permissions as string[]).includes(enumName(permission));
}

/** Fetches the session unless the page already has. During an update the server may not know its document. */
async function askForSession() {
  const isSession = ({ operationName }: { operationName: string }) => operationName === 'Session';
  const first = await takePrefetched(isSession)?.catch(() => {
    throw new ApiError('NETWORK_ERROR');
  });
  if (first && first.status !== 400) return { response: first, data: await readJson(first) };
  // Discard answers that belong to another session.
  forgetPrefetched();
  return postJson('/api/graphql', { query: sessionText });
}

async function readSession(): Promise<Session> {
  const { response, data } = await askForSession();
  const answer = (data ?? {}) as Answer;
  const extensions = answer.errors?.[0]?.extensions;
  if (!response.ok || answer.errors?.length || !answer.data) {
    throw responseError(response, extensions);
  }
  const { setup, viewer } = answer.data;
  otherTabs?.postMessage(viewer?.session?.id ?? null);
  return { setup, viewer: viewer as Viewer | null };
}

/** Undefined on the server and in browsers without BroadcastChannel. */
const otherTabs = globalThis.window?.BroadcastChannel && new BroadcastChannel('session');

/** Calls `check` when another tab reads a session that isn't this tab's. Returns how to stop. */
export function onForeignSession(check: () => void): () => void {
  const listener = ({ data }: MessageEvent<string | null>) => {
    if (data !== (loaded.get()?.viewer?.session.id ?? null)) check();
  };
  otherTabs?.addEventListener('message', listener);
  return () => otherTabs?.removeEventListener('message', listener);
}

/** @throws {ApiError} if it could not be loaded */
export async function fetchSession(): Promise<Session> {
  const fetched = await readSession();
  loaded.set(fetched);
  return fetched;
}

const loaded = createStore<Session | null>(null);

/** The session loaded last, also on pages without a loader; null before the first one. */
export const useLoadedSession = loaded.use;

export const findLoadedSession = loaded.get;

/** False before the session is loaded. */
export function hasLoadedPermission(permission: Permission): boolean {
  const viewer = findLoadedSession()?.viewer;
  return viewer ? hasPermission(viewer, permission) : false;
}

export function isReplaced(sessionId: string): boolean {
  const viewer = loaded.get()?.viewer;
  return viewer ? viewer.session.id !== sessionId : false;
}

let session: Promise<Session> | null = null;

export function provideSession(known: Session) {
  loaded.set(known);
  session = Promise.resolve(known);
}

/**
 * Loads the session once, until `forgetSession`.
 *
 * @throws {ApiError} if it couldn't be loaded; the next call tries again
 */
export function loadSession(): Promise<Session> {
  session ??= withRetries('session', fetchSession).catch((error: unknown) => {
    session = null;
    throw error;
  });
  return session;
}

/**
 * Reloads the session in the background. Null if that failed, or if the session was forgotten or replaced in between.
 */
export function refetchSession(): Promise<Session | null> {
  const known = session;
  const reading = withRetries('session', readSession).then((fresh) => {
    if (known !== session) return null;
    loaded.set(fresh);
    return fresh;
  });
  return holdLiveEvents(reading.catch(() => null));
}

/** Key in the local storage: the ID of the session that this browser has signed out last. */
export const signedOutKey = 'signed-out';

/** Makes the next guard reload the session, for example after signing in or out. */
export function forgetSession() {
  session = null;
}

let settled: Promise<unknown> = Promise.resolve();

/** Makes `mayShowLiveEvents` wait for `work`. */
function holdLiveEvents<Result>(work: Promise<Result>): Promise<Result> {
  settled = Promise.allSettled([settled, work]);
  return work;
}

/** Waits until the session is certain. False if it has ended or was replaced: live events may be of another viewer. */
export async function mayShowLiveEvents(sessionId: string): Promise<boolean> {
  await settled;
  return loaded.get()?.viewer?.session.id === sessionId;
}

let transitions = 0;

/** True while this browser changes or ends its session itself. Ignore reports that the old session has ended. */
export function inSessionTransition(): boolean {
  return transitions > 0;
}

export async function runSessionTransition(work: () => Promise<unknown>): Promise<void> {
  transitions += 1;
  try {
    await holdLiveEvents(work());
  } finally {
    transitions -= 1;
  }
}
