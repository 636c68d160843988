import type { ComponentProps, ReactNode } from 'react';
import { Breadcrumb } from './breadcrumb.tsx';
import { PageHeader } from './page.tsx';

type FormPageProps = Omit<ComponentProps<typeof PageHeader>, 'actions'> &
  Pick<ComponentProps<typeof Breadcrumb>, 'parent'> & { children: ReactNode };

export function FormPage({ parent, children, ...header }: FormPageProps) {
  return (
    <div className="mx-auto max-w-form">
      <Breadcrumb parent={parent} current={header.title} />
      <PageHeader {...header} />
      {children}
    </div>
  );
}
