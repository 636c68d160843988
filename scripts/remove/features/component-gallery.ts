import type { Feature } from '#scripts/remove/feature.ts';

export const componentGallery: Feature = {
  name: 'component-gallery',
  purpose: "the gallery of the interface's components at /dev/components",
  files: ['client/gallery/**', 'server/dev/gallery.ts', 'vite.gallery.config.ts'],
  // Not a gallery of the project's own.
  names:
    /component-gallery|serveGallery|(client|dist)\/gallery\b|vite\.gallery|\/dev\/components$|^the gallery shows/,
  prose: /(client|dist|\.\.)\/gallery\b|vite\.gallery|\/dev\/components/,
};
