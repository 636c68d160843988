import { type ComponentType, lazy } from 'react';
import { loadNamespaces } from './i18n.ts';
import type { Namespace } from './text-key.ts';

/** A component whose code is loaded when it is first shown, with texts that its page has not: those of lists. */
export function lazyWithTexts<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  ...namespaces: Namespace[]
) {
  const texts: Namespace[] = namespaces.length > 0 ? namespaces : ['list'];
  return lazy(async () => (await Promise.all([load(), loadNamespaces(texts)]))[0]);
}
