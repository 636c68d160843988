import { cx } from '#client/lib/class-names.ts';

export const besideForm = 'sticky top-0 hidden h-dvh lg:block';

/** Illustration of a hall with a door. `--opening` (0–1) opens it; `className` positions it. */
export function Hall({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={cx('hall', className)}>
      <div className="hall-picture">
        <div className="hall-halo" />
        <div className="hall-light" />
        <div className="hall-leaf" />
        <div className="hall-leaf" />
      </div>
    </div>
  );
}
