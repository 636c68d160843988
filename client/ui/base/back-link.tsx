import { ArrowLeft } from 'lucide-react';
import type { LinkProps } from 'react-router';
import { Link } from './link.tsx';

/** Link to the step before. */
export function BackLink({ children, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className="touch-target inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-text-muted hover:text-text"
    >
      <ArrowLeft className="mirrored size-4" />
      {children}
    </Link>
  );
}
