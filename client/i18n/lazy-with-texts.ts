import type { ComponentType } from 'react';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { loadNamespaces } from './i18n.ts';
import type { Namespace } from './text-key.ts';

/** A lazy component with the namespaces that its page doesn't load. */
export const lazyWithTexts = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  ...texts: Namespace[]
) => lazyPart<Props>(async () => (await Promise.all([load(), loadNamespaces(texts)]))[0]);
