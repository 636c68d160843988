import { useRef } from 'react';
import { createPath, type LinkProps, Link as RouterLink } from 'react-router';
import { preload } from '#client/lib/loading/code.ts';

const intentDelayMs = 50;

/** State of a page that a link opened, so that the page before it in the history is one of the app. */
export const byLink = 'link';

/** Internal link that preloads its page on hover, focus or touch. */
export function Link({ to, onPointerEnter, onPointerLeave, onFocus, ...rest }: LinkProps) {
  const timer = useRef<number>(undefined);
  const target = typeof to === 'string' ? to : createPath(to);
  return (
    <RouterLink
      to={to}
      state={byLink}
      onPointerEnter={(event) => {
        timer.current = window.setTimeout(preload, intentDelayMs, target);
        onPointerEnter?.(event);
      }}
      onPointerLeave={(event) => {
        clearTimeout(timer.current);
        onPointerLeave?.(event);
      }}
      onFocus={(event) => {
        preload(target);
        onFocus?.(event);
      }}
      onTouchStart={() => preload(target)}
      {...rest}
    />
  );
}
