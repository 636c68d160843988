import { MailX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-session-end.ts';
import { QueryFailed } from '#client/graphql/entity-boundary.tsx';
import { apiErrorOf, findMutationErrors } from '#client/graphql/errors.ts';
import { runMutation } from '#client/graphql/run-mutation.ts';
import { formatRelative } from '#client/i18n/format.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { ApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { paths } from '#client/paths.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { emailPart, RichText } from '#client/ui/base/rich-text.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { DetailSkeleton } from '#client/ui/page/page.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import {
  AcceptInvitationDocument,
  DeclineInvitationDocument,
  InvitationDocument,
  type InvitationRowFragment,
} from './invitation.generated.ts';

export function InvitationPage() {
  const { id = '' } = useParams();
  const invited = useSearch().get('email');
  const { user } = useViewer();
  const { t } = useTranslation('organization');
  const query = useQuery({ query: InvitationDocument, variables: { id } });
  const [{ data, error, fetching }] = query;
  const invitation = data?.node?.__typename === 'Invitation' ? data.node : null;
  const isFor = (email: string) => email.toLowerCase() === user.email.toLowerCase();
  if (invitation && isFor(invitation.email)) return <InvitationAnswer invitation={invitation} />;
  if (fetching && !invitation) return <DetailSkeleton />;
  if (error && apiErrorOf(error).code !== 'NOT_FOUND') return <QueryFailed query={query} />;
  const email = invitation?.email ?? invited;
  if (email && !isFor(email)) return <WrongAccount id={id} email={email} />;
  return <InvitationNotice title={t('answer.missing')} body={t('answer.missingBody')} />;
}

function InvitationAnswer({ invitation }: { invitation: InvitationRowFragment }) {
  const { organizationName: name, state, viewerCanAccept } = invitation;
  const { t } = useTranslation('organization');
  usePageTitle(t('answer.title', { name }));
  if (viewerCanAccept) return <Question invitation={invitation} />;
  return (
    <InvitationNotice
      title={t(`answer.states.${state}`, { name })}
      body={t(`answer.hints.${state}`, { name })}
    />
  );
}

function Question({ invitation }: { invitation: InvitationRowFragment }) {
  const { id, organizationId, organizationName: name, role, inviterName, teamName } = invitation;
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const [, acceptInvitation] = useMutation(AcceptInvitationDocument);
  const [, declineInvitation] = useMutation(DeclineInvitationDocument);

  async function accept() {
    setPending(true);
    const result = await acceptInvitation({ input: { id } });
    const failed = findMutationErrors(result);
    setPending(false);
    if (failed) return setFailure(new ApiError(failed.code, failed));
    toast('success', t('answer.accepted', { name }));
    const slug = result.data?.acceptInvitation?.member?.organization?.slug;
    await navigate(slug ? organizationPaths.home(slug) : organizationPaths.list(), {
      replace: true,
    });
  }

  async function decline() {
    const done = await runMutation({
      mutate: () => declineInvitation({ input: { id } }),
      done: t('answer.declined'),
    });
    if (done) await navigate(organizationPaths.list(), { replace: true });
  }

  return (
    <InvitationCard
      visual={<Avatar id={organizationId} name={name} size="large" ofOrganization />}
      title={t('answer.title', { name })}
      body={
        <>
          <p>
            {inviterName
              ? t('answer.by', { inviter: inviterName, context: role })
              : t('answer.as', { context: role })}
          </p>
          {teamName && <p>{t('answer.team', { team: teamName })}</p>}
          <p>{t('answer.expires', { time: formatRelative(invitation.expiresAt) })}</p>
        </>
      }
    >
      {failure && (
        <div className="mb-2 w-full text-start">
          <Notice failure={failure} />
        </div>
      )}
      <Button onClick={() => void decline()}>{t('answer.decline')}</Button>
      <Button look="primary" pending={pending} onClick={() => void accept()}>
        {t('answer.accept')}
      </Button>
    </InvitationCard>
  );
}

const letter = (
  <span className="grid size-14 place-items-center rounded-full bg-glow-soft text-warning-text">
    <MailX className="size-6" strokeWidth={1.5} />
  </span>
);

function WrongAccount({ id, email }: { id: string; email: string }) {
  const { t } = useTranslation('organization');
  const { user } = useViewer();
  const back = organizationPaths.invitation(id, email);
  const switchAccount = useSignOut(paths.login(back, email));
  return (
    <InvitationCard
      visual={letter}
      title={t('answer.wrongTitle')}
      body={
        <p className="whitespace-pre-line">
          <RichText
            text={(values) => t('answer.wrongBody', values)}
            values={{ invited: email, email: user.email }}
            parts={emailPart}
          />
        </p>
      }
    >
      <Link to={organizationPaths.list()} className={buttonClass()}>
        {t('answer.stay')}
      </Link>
      <Button look="primary" onClick={() => void switchAccount()}>
        {t('answer.switch')}
      </Button>
    </InvitationCard>
  );
}

type InvitationCardProps = {
  visual: ReactNode;
  title: string;
  body: ReactNode;
  children: ReactNode;
};

function InvitationCard({ visual, title, body, children }: InvitationCardProps) {
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <div className="grid w-full max-w-md justify-items-center gap-4 rounded-card border border-line bg-surface-raised p-6 text-center sm:p-10">
        {visual}
        <PageHeading>{title}</PageHeading>
        <div className="grid gap-1 text-sm text-text-muted *:text-balance">{body}</div>
        <div className="mt-2 flex w-full flex-wrap justify-center gap-2 max-sm:flex-col-reverse">
          {children}
        </div>
      </div>
    </div>
  );
}

function InvitationNotice({ title, body }: { title: string; body: string }) {
  const { t } = useTranslation('organization');
  return (
    <InvitationCard visual={letter} title={title} body={<p>{body}</p>}>
      <Link to={organizationPaths.list()} className={buttonClass()}>
        {t('gone.action')}
      </Link>
    </InvitationCard>
  );
}
