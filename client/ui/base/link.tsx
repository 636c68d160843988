import { useRef } from 'react';
import { createPath, type LinkProps, Link as RouterLink } from 'react-router';
import { preload } from '#client/lib/preload.ts';

/** How long a pointer has to rest before it counts as an intention (specification, section 9). */
const intentDelay = 50;

/** A link inside the product. It loads the page as soon as somebody means to go there. */
export function Link({ to, onPointerEnter, onPointerLeave, onFocus, ...rest }: LinkProps) {
  const timer = useRef<number>(undefined);
  const target = typeof to === 'string' ? to : createPath(to);
  return (
    <RouterLink
      to={to}
      onPointerEnter={(event) => {
        timer.current = window.setTimeout(preload, intentDelay, target);
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
