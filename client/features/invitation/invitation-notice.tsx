import { MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';

type InvitationCardProps = {
  visual: ReactNode;
  title: string;
  body: ReactNode;
  children: ReactNode;
};

export function InvitationCard({ visual, title, body, children }: InvitationCardProps) {
  return (
    <div className="mx-auto mt-4 grid max-w-md justify-items-center gap-3 rounded-card border border-line bg-surface-raised p-6 text-center sm:mt-12 sm:p-10">
      {visual}
      <PageHeading>{title}</PageHeading>
      <div className="grid gap-1 text-sm text-text-muted">{body}</div>
      <div className="mt-4 flex w-full flex-wrap justify-center gap-2 max-sm:flex-col-reverse">
        {children}
      </div>
    </div>
  );
}

export function InvitationNotice({ title, body }: { title: string; body: string }) {
  const { t } = useTranslation('organization');
  return (
    <InvitationCard
      visual={
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-glow-soft text-warning-text">
          <MailX className="size-6" strokeWidth={1.5} />
        </span>
      }
      title={title}
      body={<p>{body}</p>}
    >
      <Link to={organizationPaths.list()} className={buttonClass('primary')}>
        {t('gone.action')}
      </Link>
    </InvitationCard>
  );
}
