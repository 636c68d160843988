/** Makes a small square of a picture, so that neither its size nor its metadata leaves the browser. */
import { limits } from '#shared/limits.ts';

/** Bytes of the longest file that is opened. */
const fileMax = 20_000_000;
/** Pixels: twice the largest avatar on screens with three device pixels to one. */
const side = 256;
const qualities = [0.85, 0.7, 0.5];

export type Shrunk = { picture: string } | { code: 'PICTURE_INVALID' | 'PICTURE_TOO_LARGE' };

/** The middle of the picture as a square. White lies below what is transparent. */
function drawSquare(bitmap: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  const length = Math.min(bitmap.width, bitmap.height);
  const [x, y] = [(bitmap.width - length) / 2, (bitmap.height - length) / 2];
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, x, y, length, length, 0, 0, side, side);
  }
  return canvas;
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

/** The first encoding that is short enough. A browser that cannot write WebP answers with PNG. */
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

/** Reads a picture file and returns it as a small square in base64, or why it cannot. */
export async function shrinkPicture(file: File): Promise<Shrunk> {
  if (file.size > fileMax) return { code: 'PICTURE_TOO_LARGE' };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return { code: 'PICTURE_INVALID' };
  }
  const small = await encodeSmall(drawSquare(bitmap));
  bitmap.close();
  return small ? { picture: await toBase64(small) } : { code: 'PICTURE_TOO_LARGE' };
}
