import type { Feature } from '#scripts/remove/feature.ts';

export const gallery: Feature = {
  name: 'gallery',
  purpose: "the gallery of the interface's components at /dev/components",
  files: ['client/gallery/**', 'server/dev/gallery.ts', 'vite.gallery.config.ts'],
  names: /gallery|^\/dev\/components$/i,
  prose: /gallery|\/dev\/components/i,
};
