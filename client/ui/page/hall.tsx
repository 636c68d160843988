import { cx } from '#client/lib/class-names.ts';

/** A picture beside a form, on wide screens: a hall whose door `--opening` opens. */
export function Hall({ open }: { open?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={cx('hall sticky top-0 hidden h-dvh lg:block', open && '[--opening:1]')}
    >
      <div className="hall-picture">
        <div className="hall-halo" />
        <div className="hall-light" />
        <div className="hall-leaf" />
        <div className="hall-leaf" />
      </div>
    </div>
  );
}
