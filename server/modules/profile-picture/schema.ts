import { builder } from '#server/graphql/builder.ts';
import { pictureUrl } from '#server/pictures/picture.ts';

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
    description:
      'URL of the user’s profile picture, as in `User.pictureUrl`. Null if there is none.',
    select: { user: { select: { image: true } } },
    resolve: ({ user, userId }, _args, { settings }) =>
      user.image ? pictureUrl(settings.baseUrl, userId, user.image) : null,
  }),
);
