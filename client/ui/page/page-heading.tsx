import { type ReactNode, useEffect, useRef } from 'react';
import { hasNavigated } from '#client/lib/page.ts';

/** The page's `h1`. Focused after a navigation, so that screen readers announce the page. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A control of the new page that focused itself keeps the focus.
    const inContent = document.activeElement?.closest('main *, [role=dialog]');
    if (hasNavigated() && !inContent) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className ?? 'text-xl font-semibold tracking-tight'}>
      {children}
    </h1>
  );
}
