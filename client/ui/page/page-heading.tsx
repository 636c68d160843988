import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNavigated } from '#client/lib/page.ts';

/** The page's `h1`. Focused after a navigation, so that screen readers announce the page. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A control of the new page that focused itself keeps the focus.
    const inContent = document.activeElement?.closest('main *, [role=dialog]');
    if (hasNavigated() && !inContent) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
      {children}
    </h1>
  );
}

/** Link past the navigation to the content. The first tab stop. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className="fixed start-2 top-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 text-sm font-medium text-on-accent focus:translate-y-0"
    >
      {t('skipLink')}
    </a>
  );
}
