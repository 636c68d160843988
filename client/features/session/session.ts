import { withRetries } from '#client/lib/connection.ts';
import { responseError } from '#client/lib/errors.ts';
import { postJson } from '#client/lib/post-json.ts';
import { enumName } from '#shared/enum-name.ts';
import type { Permission } from '#shared/permissions.ts';
import type { SessionQuery } from './session.generated.ts';
import sessionText from './session.graphql?raw';

export type Setup = SessionQuery['setup'];

export type Viewer = NonNullable<SessionQuery['viewer']>;

/** What the product says of itself, and who is in front of it. */
export type Session = { setup: Setup; viewer: Viewer | null };

type Answer = {
  data?: SessionQuery | null;
  errors?: { extensions?: { code?: string; requestId?: string } }[];
};

/** Whether `viewer` has a permission of the role table. */
export function hasPermission({ permissions }: Viewer, permission: Permission): boolean {
  return (permissions as string[]).includes(enumName(permission));
}

async function fetchSession(): Promise<Session> {
  const { response, data } = await postJson('/api/graphql', { query: sessionText });
  const answer = (data ?? {}) as Answer;
  const extensions = answer.errors?.[0]?.extensions;
  if (!response.ok || answer.errors?.length || !answer.data) {
    throw responseError(response, extensions);
  }
  const { setup, viewer } = answer.data;
  appName = setup.appName;
  return { setup, viewer };
}

let appName = '';

/** The product's name, as far as it is known: an error page has no session to ask. */
export function knownAppName(): string {
  return appName;
}

let session: Promise<Session> | null = null;

/** The session, asked of the server once and kept until `forgetSession`. A failure is not kept. */
export function loadSession(): Promise<Session> {
  session ??= withRetries('session', fetchSession).catch((error: unknown) => {
    session = null;
    throw error;
  });
  return session;
}

/** Asks the server again, and keeps what is known where it does not answer. */
export async function refreshSession(): Promise<void> {
  const fresh = await withRetries('session', fetchSession);
  session = Promise.resolve(fresh);
}

/** Makes the next guard ask again: after signing in or out, or when the server knows better. */
export function forgetSession() {
  session = null;
}
