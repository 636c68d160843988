import { findPackageJSON } from 'node:module';
import { dirname, resolve } from 'node:path';

const root = dirname(findPackageJSON(import.meta.url) ?? '');

/** Absolute path inside the checkout, from the sources as well as from the bundle in dist/server. */
export const fromRoot = (...parts: string[]): string => resolve(root, ...parts);
