/** Crops and shrinks pictures in the browser, so that the original and its metadata are never uploaded. */
import { limits } from '#shared/limits.ts';

const fileMaxBytes = 20_000_000;
/** Covers the largest avatar (64 px) at a device pixel ratio of up to 4. */
const sidePx = 256;
/** Shortest side at most: enough for `sidePx` of a picture that is enlarged four times. Bounds memory with the longest side. */
const shortPx = 1_024;
const longPx = 4_096;
const qualities = [0.85, 0.7, 0.5];

/** `url` is a `data:` URL of the canvas, since the Content Security Policy has no `blob:`. */
export type Picture = { canvas: HTMLCanvasElement; url: string };

/** Part of a picture, in percent of its width and height. */
export type Part = { x: number; y: number; width: number; height: number };

type Failure = { code: 'PICTURE_INVALID' | 'PICTURE_TOO_LARGE' };

const whole: Part = { x: 0, y: 0, width: 100, height: 100 };

function draw(
  picture: ImageBitmap | HTMLCanvasElement,
  part: Part,
  width: number,
  height: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context) {
    const [unitX, unitY] = [picture.width / 100, picture.height / 100];
    const size = [part.width * unitX, part.height * unitY] as const;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, part.x * unitX, part.y * unitY, ...size, 0, 0, width, height);
  }
  return canvas;
}

/** Decodes a picture file, or returns the error code. */
export async function readPicture(file: File): Promise<Picture | Failure> {
  if (file.size > fileMaxBytes) return { code: 'PICTURE_TOO_LARGE' };
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    const [short, long] = [Math.min(width, height), Math.max(width, height)];
    const scale = Math.min(1, shortPx / short, longPx / long);
    const canvas = draw(bitmap, whole, Math.ceil(width * scale), Math.ceil(height * scale));
    bitmap.close();
    return { canvas, url: canvas.toDataURL('image/jpeg') };
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
  { canvas }: Picture,
  part: Part,
): Promise<{ picture: string } | Failure> {
  const small = await encodeSmall(draw(canvas, part, sidePx, sidePx));
  return small ? { picture: await toBase64(small) } : { code: 'PICTURE_TOO_LARGE' };
}
