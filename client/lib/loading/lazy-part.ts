import { type ComponentType, lazy } from 'react';
import { loadPart } from './missing-code.ts';

/** React's `lazy` for part of a page. Missing code suspends it instead of replacing the page with an error. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => loadPart(load));
