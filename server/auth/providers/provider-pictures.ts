/**
 * Copies a new user's picture from the identity provider, so that no page loads it from there. Only origins
 * of configured providers are fetched, because the URL comes from a profile that users control.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import type { Outbound } from '#server/outbound.ts';
import { readPicture, setPicture } from '#server/pictures/picture.ts';
import type { Providers } from '#server/settings/providers.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';

const github = 'https://avatars.githubusercontent.com';
/** Google serves pictures from another origin than its issuer's. */
const otherOrigins: Record<string, string> = {
  'https://accounts.google.com': 'https://lh3.googleusercontent.com',
};

function originsOf({ github: hasGithub, oidc }: Providers): Set<string> {
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
  const origins = originsOf(settings.providers);
  outbound.allow(origins);
  const addresses = new WeakMap<object, URL>();
  // The copy continues after the sign-in was answered, so it must not use its slot and limits.
  const outsideOfRequest = AsyncLocalStorage.snapshot();

  async function copy(userId: string, address: URL): Promise<void> {
    if (address.origin === github) address.searchParams.set('s', '256');
    const response = await fetch(address, {
      redirect: 'error',
      headers: { accept: 'image/webp, image/png, image/jpeg' },
    });
    if (!response.ok) return;
    const bytes = Buffer.from(await response.arrayBuffer());
    const isSmall = (content: Uint8Array) => content.length <= limits.pictureBytesMax;
    const picture = isSmall(bytes) ? await readPicture(bytes) : undefined;
    if (!picture || !isSmall(picture.content)) return;
    await database.$transaction((transaction) => setPicture(transaction, userId, picture));
  }

  return {
    note(context: object | null, image: unknown): void {
      if (settings.demo) return;
      const address = URL.parse(String(image));
      if (context && address && origins.has(address.origin)) addresses.set(context, address);
    },

    copyFor(context: object | null, userId: string): void {
      const address = context ? addresses.get(context) : undefined;
      if (!address) return;
      outsideOfRequest(() => outbound('pictures', () => copy(userId, address))).catch(
        (error: unknown) => log.info({ err: error }, 'provider_picture.failed'),
      );
    },
  };
}
