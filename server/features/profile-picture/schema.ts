import { runActions } from '#server/auth/actions.ts';
import { builder } from '#server/graphql/builder.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { viewerPayload } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireViewer } from '#server/graphql/refusal.ts';
import { limits } from '#shared/limits.ts';
import { type Picture, pictureUrl, readPicture, setPicture } from './picture.ts';

builder.prismaObjectField('User', 'pictureUrl', (t) =>
  t.field({
    type: 'URL',
    nullable: true,
    description:
      'URL of the profile picture, a PNG, JPEG or WebP image for signed-in browsers. Every picture has a different URL. Null if there is none.',
    select: { image: true },
    resolve: ({ id, image }, _args, { settings }) =>
      image ? pictureUrl(settings.baseUrl, id, image) : null,
  }),
);

builder.prismaObjectField('Member', 'pictureUrl', (t) =>
  t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the profile picture, as in `User.pictureUrl`. Null if there is none.',
    select: { user: { select: { image: true } } },
    resolve: ({ user, userId }, _args, { settings }) =>
      user.image ? pictureUrl(settings.baseUrl, userId, user.image) : null,
  }),
);

const { pictureBytesMax, pictureSideMax } = limits;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

async function requirePicture(text: string): Promise<Picture> {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > pictureBytesMax) throw userError('PICTURE_TOO_LARGE', 'picture');
  const picture = base64.test(text) ? await readPicture(bytes) : undefined;
  if (!picture) throw userError('PICTURE_INVALID', 'picture');
  if (picture.content.length > pictureBytesMax) throw userError('PICTURE_TOO_LARGE', 'picture');
  return picture;
}

async function changePicture(context: Context, picture: Picture | null): Promise<object> {
  const userId = requireViewer(context).user.id;
  await runActions(context, async (transaction) => {
    if (!(await setPicture(transaction, userId, picture))) return [];
    return [{ userId, kind: picture ? 'picture_changed' : 'picture_deleted' }];
  });
  return {};
}

const payload = viewerPayload('The updated viewer. Null if the input was refused.');

defineMutation('updateViewerPicture', {
  description: 'Sets the profile picture of the viewer. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true },
  audit: ['picture_changed'],
  errors: ['PICTURE_INVALID', 'PICTURE_TOO_LARGE'],
  input: (t) => ({
    picture: t.string({
      required: true,
      description: `A still PNG, JPEG or WebP image in base64 (RFC 4648). At most ${pictureBytesMax} bytes before encoding, ${pictureSideMax} pixels wide and ${pictureSideMax} high. It is encoded again, without metadata such as the location (Exif).`,
    }),
  }),
  resolve: async ({ picture }, context) => changePicture(context, await requirePicture(picture)),
  payload,
});

defineMutation('deleteViewerPicture', {
  description:
    'Deletes the profile picture of the viewer. Does nothing if there is none. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true },
  audit: ['picture_deleted'],
  resolve: (_input, context) => changePicture(context, null),
  payload,
});
