/** Crops and shrinks pictures in the browser, so that the original and its metadata are never uploaded. */
import { limits } from '#shared/limits.ts';

const fileMaxBytes = 20_000_000;
/** Covers the largest avatar (64 px) at a device pixel ratio of up to 4. */
const sidePx = 256;
/** Longest side of what people choose a part of. */
const previewPx = 1_024;
const qualities = [0.85, 0.7, 0.5];

/** `url` is a preview: the Content Security Policy has no `blob:`, and a whole file may be too long for a `data:`. */
export type Picture = { bitmap: ImageBitmap; url: string };

/** Part of a picture, in percent of its width and height. */
export type Part = { x: number; y: number; width: number; height: number };

type Failure = { code: 'PICTURE_INVALID' | 'PICTURE_TOO_LARGE' };

function draw(bitmap: ImageBitmap, part: Part, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context) {
    const [x, y] = [(part.x / 100) * bitmap.width, (part.y / 100) * bitmap.height];
    const size = [(part.width / 100) * bitmap.width, (part.height / 100) * bitmap.height] as const;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, x, y, ...size, 0, 0, width, height);
  }
  return canvas;
}

/** Decodes a picture file, or returns the error code. */
export async function readPicture(file: File): Promise<Picture | Failure> {
  if (file.size > fileMaxBytes) return { code: 'PICTURE_TOO_LARGE' };
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, previewPx / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.ceil(side * scale));
    const whole = { x: 0, y: 0, width: 100, height: 100 };
    return { bitmap, url: draw(bitmap, whole, width ?? 1, height ?? 1).toDataURL('image/jpeg') };
  } catch {
    return { code: 'PICTURE_INVALID' };
  }
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

/** Browsers that can't write WebP return PNG. */
async function encodeSmall(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  for (const type of ['image/webp', 'image/jpeg']) {
    for (const quality of qualities) {
      const blob = await encode(canvas, type, quality);
      if (blob?.type === type && blob.size <= limits.pictureBytesMax) return blob;
    }
  }
  return undefined;
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Shrinks a square part of a picture to a small square in base64, or returns the error code. */
export async function cropPicture(
  { bitmap }: Picture,
  part: Part,
): Promise<{ picture: string } | Failure> {
  const small = await encodeSmall(draw(bitmap, part, sidePx, sidePx));
  return small ? { picture: await toBase64(small) } : { code: 'PICTURE_TOO_LARGE' };
}
