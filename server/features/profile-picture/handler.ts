/** `GET /api/pictures/<user>/<hash>`: a profile picture, for signed-in users. */
import type { Database } from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import { picturePath } from './picture.ts';

type FindViewer = (headers: Headers) => Promise<{ viewer: object | null }>;

type PictureHandlerDeps = {
  database: Database;
  findViewer: FindViewer;
};

/** A picture opened on its own can't run scripts or load anything, and has an opaque origin. */
const picturePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

const refused = (status: number, code: string) => Response.json({ code }, { status });

export function createPictureHandler({ database, findViewer }: PictureHandlerDeps) {
  return async function handlePicture({ url, headers }: Request): Promise<Response> {
    const [userId = '', hash, ...rest] = new URL(url).pathname
      .slice(picturePath.length + 1)
      .split('/');
    if (!isIdOf('User', userId) || !hash || rest.length > 0) return refused(404, 'NOT_FOUND');
    const { viewer } = await findViewer(headers);
    if (!viewer) return refused(401, 'UNAUTHENTICATED');
    const picture = await database.profilePicture.findUnique({ where: { userId } });
    if (picture?.hash !== hash) return refused(404, 'NOT_FOUND');
    return new Response(picture.content, {
      headers: {
        'content-type': picture.type,
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': picturePolicy,
      },
    });
  };
}
