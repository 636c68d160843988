import type { Feature } from '#scripts/remove/feature.ts';

export const profilePictures: Feature = {
  name: 'profile-pictures',
  purpose: 'pictures that users upload; avatars then show initials',
  files: ['{client,scripts,server,tests,lab}/**/*picture*{,/**}'],
  names: /picture|^sharp$/i,
  prose: /picture|\bsharp\b/i,
  leftover: /picture|[`']sharp[`']/i,
  notes: ['The column "image" of users stays, since better-auth reads it.'],
};
