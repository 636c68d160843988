import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const positions = new Map<string, number>();

/** A page may take this long to reach its previous height. */
const timeoutMs = 500;

function restoreScroll(position: number): () => void {
  const started = performance.now();
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    window.scrollTo(0, position);
    const arrived = Math.abs(window.scrollY - position) < 2;
    if (!arrived && performance.now() - started < timeoutMs) frame = requestAnimationFrame(step);
  };
  step();
  window.addEventListener('wheel', stop, { once: true, passive: true });
  window.addEventListener('touchstart', stop, { once: true, passive: true });
  return () => {
    stop();
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
}

/**
 * Restores the scroll position on going back and starts new pages at the top. Unlike the router's ScrollRestoration, it
 * waits for the content, at a third of the size.
 */
export function useScrollRestoration() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();

  // A layout effect: scrolling to the top must not overwrite the previous page's position.
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new path is a new page
  useLayoutEffect(() => {
    if (type === NavigationType.Pop) return restoreScroll(positions.get(key) ?? 0);
    window.scrollTo(0, 0);
    return undefined;
  }, [pathname]);
}
