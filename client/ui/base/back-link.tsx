import { ArrowLeft } from 'lucide-react';
import type { LinkProps } from 'react-router';
import { cx } from '#client/lib/class-names.ts';
import { Link } from './link.tsx';

/** Link to the page or step before. */
export function BackLink({
  className,
  children,
  ...rest
}: Omit<LinkProps, 'className'> & { className?: string }) {
  return (
    <Link
      {...rest}
      className={cx(
        'touch-target inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-text-muted hover:text-text',
        className,
      )}
    >
      <ArrowLeft className="mirrored size-4" />
      {children}
    </Link>
  );
}
