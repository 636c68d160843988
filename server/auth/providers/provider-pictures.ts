/**
 * Copies the picture that an identity provider has of a new user, so that no page loads it from there. Only
 * the addresses of the configured providers are fetched: the picture's is in a profile that others write.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setPicture } from '#server/auth/user-picture.ts';
import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import type { Outbound } from '#server/outbound.ts';
import { readPicture } from '#server/pictures/picture.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';

const github = 'https://avatars.githubusercontent.com';
/** Google's pictures are not at its issuer's address. */
const otherOrigins: Record<string, string> = {
  'https://accounts.google.com': 'https://lh3.googleusercontent.com',
};

/** The origins that pictures may come from. */
function originsOf({ github: hasGithub, oidc }: Settings): Set<string> {
  const origins = new Set(hasGithub ? [github] : []);
  if (oidc) {
    const { origin } = new URL(oidc.issuer);
    origins.add(origin).add(otherOrigins[origin] ?? origin);
  }
  return origins;
}

type ProviderPicturesDeps = {
  database: Database;
  settings: Settings;
  log: Log;
  outbound: Outbound;
};

export function createProviderPictures({
  database,
  settings,
  log,
  outbound,
}: ProviderPicturesDeps) {
  const origins = originsOf(settings);
  /** By the context of the sign-in that creates the user. */
  const addresses = new WeakMap<object, URL>();
  // The copy goes on after the sign-in was answered, whose slot and limits it must not use.
  const outsideOfRequest = AsyncLocalStorage.snapshot();

  async function copy(userId: string, address: URL): Promise<void> {
    if (address.origin === github) address.searchParams.set('s', '256');
    const response = await fetch(address, {
      redirect: 'error',
      headers: { accept: 'image/webp, image/png, image/jpeg' },
    });
    if (!response.ok) return;
    const bytes = Buffer.from(await response.arrayBuffer());
    const picture = bytes.length <= limits.pictureBytesMax ? readPicture(bytes) : undefined;
    if (picture) await setPicture(database, userId, picture);
  }

  return {
    /** Remembers the picture of a user who is about to be created. */
    note(context: object | null, image: unknown): void {
      if (!settings.recordsVisitors) return;
      const address = URL.parse(String(image));
      if (context && address && origins.has(address.origin)) addresses.set(context, address);
    },

    /** Begins to copy it for the user who was created. */
    copyFor(context: object | null, userId: string): void {
      const address = context ? addresses.get(context) : undefined;
      if (!address) return;
      outsideOfRequest(() => outbound('pictures', () => copy(userId, address))).catch(
        (error: unknown) => log.info({ err: error }, 'provider_picture.failed'),
      );
    },
  };
}

export type ProviderPictures = ReturnType<typeof createProviderPictures>;
