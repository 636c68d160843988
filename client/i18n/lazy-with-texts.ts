import { type ComponentType, lazy } from 'react';
import { loadNamespaces } from './i18n.ts';

/** A component of lists whose code is loaded when it is first shown, with the texts of lists. */
export function lazyWithTexts<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => (await Promise.all([load(), loadNamespaces(['list'])]))[0]);
}
