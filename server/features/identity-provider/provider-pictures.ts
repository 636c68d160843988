/**
 * Copies a new user's picture from the identity provider, so that no page loads it from there. Only origins
 * of configured providers are fetched, because the URL comes from a profile that users control.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '#server/auth/sign-in.ts';
import { readPicture, setPicture } from '#server/features/profile-picture/picture.ts';
import type { Providers } from '#server/settings/providers.ts';
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

/** Returns a function that copies a user's picture in the background, after the sign-in was answered. */
export function createPictureCopy({ database, settings, log, outbound }: Services) {
  const origins = originsOf(settings.providers);
  outbound.allow(origins);
  // It must not use the sign-in's slot and limits.
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

  return function copyPicture(userId: string, image: unknown): void {
    const address = URL.parse(String(image));
    if (settings.demo || !address || !origins.has(address.origin)) return;
    outsideOfRequest(() => outbound('pictures', () => copy(userId, address))).catch(
      (error: unknown) => log.info({ err: error }, 'provider_picture.failed'),
    );
  };
}
