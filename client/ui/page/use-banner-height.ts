import { useLayoutEffect, useRef } from 'react';

/** Publishes the banner's height as `--banner`, the offset of other sticky headers. */
export function useBannerHeight() {
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
  return banner;
}
