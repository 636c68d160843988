/**
 * Rewrites a picture with only what is needed to show it: no location or camera (Exif), texts, previews, or data after
 * its end. Returns undefined if it is animated, incomplete, or has a second header, whose size isn't checked.
 */

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

const nameAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);

const pngAnimation = new Set(['acTL', 'fcTL', 'fdAT']);
const pngShown = new Set([
  ...['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'],
  ...['cHRM', 'cICP', 'gAMA', 'iCCP', 'sBIT', 'sRGB'],
]);

/** PNG, 5.3: each chunk has a length, a name, data and a checksum. */
function stripPng(bytes: Buffer): Buffer | undefined {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = nameAt(bytes, at + 4);
    if (end > bytes.length || pngAnimation.has(name)) return undefined;
    if (name === 'IHDR' && at > 8) return undefined;
    if (pngShown.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;

/** Markers from C0 to CF that don't start a frame: tables and an extension (ITU T.81, table B.1). */
const noFrames = new Set([0xc4, 0xc8, 0xcc]);

export const startsFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker);

/** Frames, tables, scans, the colour profile, and Adobe's colour transform. */
function isShownInJpeg(marker: number, segment: Buffer): boolean {
  const isProfile = marker === 0xe2 && segment.toString('latin1', 4, 16) === 'ICC_PROFILE\0';
  return (marker >= 0xc0 && marker <= 0xdf) || marker === 0xee || isProfile;
}

/** A scan's data ends at a marker that is neither a stuffed byte nor a restart (ITU T.81, B.1.1). */
function endOfScan(bytes: Buffer, from: number): number {
  const isWithin = (next = 0) => next === 0 || (next >= 0xd0 && next <= 0xd7);
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && isWithin(bytes[at + 1])) at = bytes.indexOf(0xff, at + 2);
  return at < 0 ? bytes.length : at;
}

/** JPEG (ITU T.81, B.1): segments with a marker and a length, and coded data after a scan's header. */
function stripJpeg(bytes: Buffer): Buffer | undefined {
  const parts = [bytes.subarray(0, 2)];
  let frames = 0;
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === endOfImage) return Buffer.concat([...parts, bytes.subarray(at, at + 2)]);
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    if (startsFrame(marker)) frames += 1;
    if (frames > 1) return undefined;
    const next = marker === startOfScan ? endOfScan(bytes, end) : end;
    if (isShownInJpeg(marker, bytes.subarray(at, end))) parts.push(bytes.subarray(at, next));
    at = next;
  }
  return undefined;
}

const webpAnimation = new Set(['ANIM', 'ANMF']);
const webpImages = ['VP8 ', 'VP8L'];
const webpShown = new Set([...webpImages, 'VP8X', 'ALPH', 'ICCP']);
/** Exif and XMP flags of the extended header. */
const webpMetadata = 0b1100;

/** WebP (RFC 9649, 2.3): each chunk has a name, a length, and data padded to an even length. */
function stripWebp(bytes: Buffer): Buffer | undefined {
  const names: string[] = [];
  const parts: Buffer[] = [Buffer.from(bytes.subarray(0, 12))];
  const length = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at + 8 <= length; ) {
    const name = nameAt(bytes, at);
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > length || webpAnimation.has(name)) return undefined;
    if (webpShown.has(name)) {
      names.push(name);
      parts.push(bytes.subarray(at, end), Buffer.alloc(end % 2));
    }
    at = end + (end % 2);
  }
  const images = names.filter((name) => webpImages.includes(name));
  if (images.length !== 1 || names.lastIndexOf('VP8X') > 0) return undefined;
  const content = Buffer.concat(parts);
  content.writeUInt32LE(content.length - 8, 4);
  if (names[0] === 'VP8X') content[20] = content.readUInt8(20) & ~webpMetadata;
  return content;
}

const strips = { 'image/png': stripPng, 'image/jpeg': stripJpeg, 'image/webp': stripWebp };

export const stripMetadata = (type: PictureType, bytes: Buffer): Buffer | undefined =>
  strips[type](bytes);
