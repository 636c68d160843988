import { cx } from '#client/lib/class-names.ts';

export const besideForm = 'sticky top-0 hidden h-dvh lg:block';

/** Illustration of a door. `--illustration-progress` (0–1) opens it; `className` positions it. */
export function Illustration({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={cx('illustration', className)}>
      <div className="illustration-canvas">
        <div className="illustration-halo" />
        <div className="illustration-light" />
        <div className="illustration-leaf" />
        <div className="illustration-leaf" />
      </div>
    </div>
  );
}
