/** Profile pictures. Reads only headers and structure: nothing is decoded on the server. */
import { createHash } from 'node:crypto';
import { limits } from '#shared/limits.ts';
import { type PictureType, startsFrame, stripMetadata } from './strip-metadata.ts';

export type { PictureType };

export type Picture = {
  type: PictureType;
  content: Uint8Array<ArrayBuffer>;
  /** Hash of the content. Part of the URL, so a new picture gets a new URL. */
  hash: string;
};

type Size = { width: number; height: number };
type Header = Size & { type: PictureType };

const hashLength = 22;

export const picturePath = '/api/pictures';

export const pictureUrl = (baseUrl: string, userId: string, hash: string) =>
  `${baseUrl}${picturePath}/${userId}/${hash}`;

const isAt = (bytes: Buffer, at: number, text: string) =>
  bytes.toString('latin1', at, at + text.length) === text;

/** PNG, 11.2.1: the header is the first chunk. */
function pngSize(bytes: Buffer): Size | undefined {
  if (!isAt(bytes, 0, '\x89PNG\r\n\x1a\n') || !isAt(bytes, 12, 'IHDR')) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** JPEG: the size is in the frame header, which follows segments that declare their length. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (!isAt(bytes, 0, '\xff\xd8')) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (startsFrame(marker)) {
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

/**
 * Reads a picture and strips its metadata. Returns undefined unless it is a complete, still PNG, JPEG or WebP of a
 * permitted size.
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  const header = readHeader(bytes);
  if (!header || !fits(header.width) || !fits(header.height)) return undefined;
  const content = stripMetadata(header.type, bytes);
  if (!content) return undefined;
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, hashLength);
  return { type: header.type, content: new Uint8Array(content), hash };
}
