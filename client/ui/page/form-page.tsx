import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from './page.tsx';

type FormPageProps = Omit<ComponentProps<typeof PageHeader>, 'actions'> & { children: ReactNode };

/** A page with one form: its header and fields in a column in the middle. */
export function FormPage({ children, ...header }: FormPageProps) {
  return (
    <div className="mx-auto max-w-form">
      <PageHeader {...header} />
      {children}
    </div>
  );
}
