import { type ComponentType, lazy } from 'react';
import { loadNamespaces } from './i18n.ts';
import type { Namespace } from './text-key.ts';

/** A component whose code is loaded when it is first shown, with texts that its page has not: those of lists. */
export function lazyWithTexts<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  namespace: Namespace = 'list',
) {
  return lazy(async () => (await Promise.all([load(), loadNamespaces([namespace])]))[0]);
}
