/** Shrinks pictures in the browser, so that the original and its metadata are never uploaded. */
import { limits } from '#shared/limits.ts';

const fileMaxBytes = 20_000_000;
/** Covers the largest avatar (64 px) at a device pixel ratio of up to 4. */
const sidePx = 256;
const qualities = [0.85, 0.7, 0.5];

type Failure = { code: 'PICTURE_INVALID' | 'PICTURE_TOO_LARGE' };

/** Draws the middle of a picture as a small square. */
function draw(picture: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const context = canvas.getContext('2d');
  if (context) {
    const { width, height } = picture;
    const side = Math.min(width, height);
    const [left, top] = [(width - side) / 2, (height - side) / 2];
    context.fillStyle = '#fff';
    context.fillRect(0, 0, sidePx, sidePx);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, left, top, side, side, 0, 0, sidePx, sidePx);
  }
  return canvas;
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

/** Shrinks the middle of a picture file to a small square in base64, or returns the error code. */
export async function shrinkPicture(file: File): Promise<{ picture: string } | Failure> {
  if (file.size > fileMaxBytes) return { code: 'PICTURE_TOO_LARGE' };
  try {
    const bitmap = await createImageBitmap(file);
    const small = await encodeSmall(draw(bitmap));
    bitmap.close();
    return small ? { picture: await toBase64(small) } : { code: 'PICTURE_TOO_LARGE' };
  } catch {
    return { code: 'PICTURE_INVALID' };
  }
}
