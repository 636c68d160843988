import { setPicture } from '#server/auth/user-picture.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import { userError } from '#server/graphql/errors.ts';
import { defineMutation, type PayloadFields } from '#server/graphql/mutation.ts';
import { type Picture, readPicture } from '#server/pictures/picture.ts';
import { limits } from '#shared/limits.ts';

const { pictureBytesMax, pictureSideMax } = limits;

/** Characters of the longest picture: base64 writes three bytes as four characters. */
const longest = Math.ceil(pictureBytesMax / 3) * 4;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** @throws {UserErrors} if it is no picture, or too large */
function requirePicture(text: string): Picture {
  if (text.length > longest) throw userError('PICTURE_TOO_LARGE', 'picture');
  const picture = base64.test(text) ? readPicture(Buffer.from(text, 'base64')) : undefined;
  if (!picture) throw userError('PICTURE_INVALID', 'picture');
  if (picture.content.length > pictureBytesMax) throw userError('PICTURE_TOO_LARGE', 'picture');
  return picture;
}

const viewerPayload: PayloadFields<{ viewer: Viewer | null }> = (t) => ({
  viewer: t.field({
    type: 'Viewer',
    nullable: true,
    description: 'The updated viewer. Null if the input was refused.',
    resolve: ({ viewer }) => viewer ?? null,
  }),
});

defineMutation('updateViewerPicture', {
  description: 'Sets the profile picture of the viewer. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true },
  errors: ['PICTURE_INVALID', 'PICTURE_TOO_LARGE'],
  input: {
    description: 'The new picture.',
    fields: (t) => ({
      picture: t.string({
        required: true,
        description: `A still PNG, JPEG or WebP image in base64 (RFC 4648). At most ${pictureBytesMax} bytes before encoding, ${pictureSideMax} pixels wide and ${pictureSideMax} high.`,
      }),
    }),
  },
  resolve: async ({ picture }, { database, viewer }) => {
    const accepted = requirePicture(picture);
    if (viewer) await setPicture(database, viewer.user.id, accepted);
    return { viewer };
  },
  payload: viewerPayload,
});

defineMutation('deleteViewerPicture', {
  description:
    'Deletes the profile picture of the viewer. Does nothing if there is none. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true },
  resolve: async (_input, { database, viewer }) => {
    if (viewer) await setPicture(database, viewer.user.id, null);
    return { viewer };
  },
  payload: viewerPayload,
});
