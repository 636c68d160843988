/** Profile pictures. Only the header of an image is read: nothing is decoded on the server. */
import { createHash } from 'node:crypto';
import { limits } from '#shared/limits.ts';

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

export type Picture = {
  type: PictureType;
  content: Uint8Array<ArrayBuffer>;
  /** Of the content, in its address: another picture has another address. */
  hash: string;
};

type Size = { width: number; height: number };
type Header = Size & { type: PictureType };

const hashLength = 22;

/** Path of the pictures of users. */
export const picturePath = '/api/pictures';

/** The address of a user's picture. */
export const pictureUrl = (baseUrl: string, userId: string, hash: string) =>
  `${baseUrl}${picturePath}/${userId}/${hash}`;

const isAt = (bytes: Buffer, at: number, text: string) =>
  bytes.toString('latin1', at, at + text.length) === text;

/** PNG, 11.2.1: the header is the first chunk. */
function pngSize(bytes: Buffer): Size | undefined {
  if (!isAt(bytes, 0, '\x89PNG\r\n\x1a\n') || !isAt(bytes, 12, 'IHDR')) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers from C0 to CF that start no frame: tables and an extension (ITU T.81, table B.1). */
const noFrames = new Set([0xc4, 0xc8, 0xcc]);

/** JPEG: the size is in the header of the frame, after segments that say how long they are. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (!isAt(bytes, 0, '\xff\xd8')) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

const animated = 0b10;

/** WebP (RFC 9649): lossy, lossless, or extended without animation. */
function webpSize(bytes: Buffer): Size | undefined {
  if (!isAt(bytes, 0, 'RIFF') || !isAt(bytes, 8, 'WEBP')) return undefined;
  if (isAt(bytes, 12, 'VP8 ') && isAt(bytes, 23, '\x9d\x01\x2a')) {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (isAt(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const sizes = bytes.readUInt32LE(21);
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
  }
  if (isAt(bytes, 12, 'VP8X') && (bytes.readUInt8(20) & animated) === 0) {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  return undefined;
}

const readers = { 'image/png': pngSize, 'image/jpeg': jpegSize, 'image/webp': webpSize };

/** Long enough for every fixed field above. */
const shortestHeader = 32;

function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < shortestHeader) return undefined;
  for (const [type, read] of Object.entries(readers)) {
    const size = read(bytes);
    if (size) return { type: type as PictureType, ...size };
  }
  return undefined;
}

const fits = (side: number) => side >= 1 && side <= limits.pictureSideMax;

/** The picture in these bytes; undefined if they are not a still PNG, JPEG or WebP of a permitted size. */
export function readPicture(bytes: Buffer): Picture | undefined {
  const header = readHeader(bytes);
  if (!header || !fits(header.width) || !fits(header.height)) return undefined;
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, hashLength);
  return { type: header.type, content: new Uint8Array(bytes), hash };
}
