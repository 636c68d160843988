import type { ComponentType } from 'react';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { loadNamespaces } from './i18n.ts';
import type { Namespace } from './text-key.ts';

/** A lazy component with the namespaces that its page doesn't load, by default `list`. */
export function lazyWithTexts<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  ...namespaces: Namespace[]
) {
  const texts: Namespace[] = namespaces.length > 0 ? namespaces : ['list'];
  return lazyPart(async () => (await Promise.all([load(), loadNamespaces(texts)]))[0]);
}
