import { type ReactNode, useLayoutEffect, useRef } from 'react';

type BannerProps = { as: 'aside' | 'section'; label: string; children: ReactNode };

/** Warning above every page. Publishes its height as `--banner`, the offset of other sticky headers. */
export function Banner({ as: Element, label, children }: BannerProps) {
  const banner = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      root.setProperty('--banner', `${banner.current?.offsetHeight ?? 0}px`);
    });
    if (banner.current) observer.observe(banner.current);
    return () => {
      observer.disconnect();
      root.removeProperty('--banner');
    };
  }, []);
  return (
    <Element
      ref={banner}
      data-banner
      aria-label={label}
      className="sticky top-0 z-30 flex items-center justify-between gap-3 border-b border-line bg-warning-soft px-4 py-2 text-sm text-warning-text print:hidden"
    >
      {children}
    </Element>
  );
}
