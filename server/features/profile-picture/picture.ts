/** Profile pictures: re-encoded, so that only pixels are stored. */

import { createHash } from 'node:crypto';
import type { Transaction } from '#server/database/client.ts';
import { loadOnce } from '#server/load-once.ts';
import { limits } from '#shared/limits.ts';

export type Picture = {
  type: string;
  content: Uint8Array<ArrayBuffer>;
  /** Hash of the content. Part of the URL, so a new picture gets a new URL. */
  hash: string;
};

const hashLength = 22;
const timeoutSeconds = 2;

export const picturePath = '/api/pictures';

export const pictureUrl = (baseUrl: string, userId: string, hash: string) =>
  `${baseUrl}${picturePath}/${userId}/${hash}`;

/** Loaded for the first picture, because libvips takes 25 MB. Decodes nothing but these formats, by their first bytes. */
const loadSharp = loadOnce(async () => {
  const { default: sharp } = await import('sharp');
  const formats = ['Jpeg', 'Png', 'Webp'];
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
});

/** The decoder would take the first frame. Other formats have no such chunks. */
const isAnimatedPng = (bytes: Buffer) =>
  bytes.includes('PNG') && bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL');

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Drops the texts of a PNG, which the decoder would inflate to a thousand times their size. Other formats compress none. */
function withoutTexts(bytes: Buffer): Buffer {
  let at = pngSignature.length;
  if (!bytes.subarray(0, at).equals(pngSignature)) return bytes;
  const kept: Buffer[] = [pngSignature];
  // A chunk has its length, its type, that many bytes, and a checksum.
  while (at + 8 <= bytes.length) {
    const end = at + bytes.readUInt32BE(at) + 12;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!/^(tEXt|[iz]TXt)$/.test(type)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/**
 * Decodes a picture, outside the event loop, and encodes its pixels again: without location or camera (Exif), texts, or
 * data after its end. Returns undefined unless it is a complete, still PNG, JPEG or WebP of a permitted size.
 */
export async function readPicture(bytes: Buffer): Promise<Picture | undefined> {
  const sharp = await loadSharp();
  const side = limits.pictureSideMax;
  if (isAnimatedPng(bytes)) return undefined;
  try {
    const image = sharp(withoutTexts(bytes), { limitInputPixels: side * side });
    const { format, width, height, pages = 1 } = await image.metadata();
    if (Math.max(width, height) > side || pages > 1) return undefined;
    const encoded = image.autoOrient().timeout({ seconds: timeoutSeconds }).toFormat(format);
    const content = await encoded.toBuffer();
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, hashLength);
    return { type: `image/${format}`, content: new Uint8Array(content), hash };
  } catch {
    return undefined;
  }
}

/** Sets or removes the picture of a user. Returns false if they had this one. */
export async function setPicture(
  { user, profilePicture }: Transaction,
  userId: string,
  picture: Picture | null,
): Promise<boolean> {
  const image = picture?.hash ?? null;
  const differs =
    image === null ? [{ image: { not: null } }] : [{ image: null }, { image: { not: image } }];
  const where = { userId };
  const { count } = await user.updateMany({ where: { id: userId, OR: differs }, data: { image } });
  if (count === 0) return false;
  if (!picture) await profilePicture.deleteMany({ where });
  else await profilePicture.upsert({ where, create: { userId, ...picture }, update: picture });
  return true;
}
