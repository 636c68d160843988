import { KeyRound, LogOut, type LucideIcon, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { requireOk } from '#client/features/auth/auth-api.ts';
import { useSetup } from '#client/features/session/use-session.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { postJson } from '#client/lib/post-json.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { paths } from '#client/paths.ts';
import { BackLink } from '#client/ui/base/back-link.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { AuditEventList, type ListedEvent } from './own-audit-log.tsx';

/** Ends all sessions of the account that received an email. Opening the page does nothing yet, as mail scanners do. */
export default function SecureAccountPage() {
  const { t } = useTranslation(['account', 'auth']);
  const { passkeysEnabled } = useSetup();
  const token = useLocation().hash.slice(1);
  const [isSecured, setSecured] = useState(false);
  const [stays, setStays] = useState<readonly ListedEvent[]>([]);
  const [title, body] = isSecured
    ? [t('account:secure.doneTitle'), t('account:secure.doneBody')]
    : token
      ? [t('account:secure.title'), t('account:secure.body')]
      : [t('account:secure.missingTitle'), t('account:secure.missing')];
  usePageTitle(title);

  const { pending, failure, attempt } = useAttempt(async () => {
    // Works without cookies.
    const { response, data } = await postJson('/api/auth/secure-account', { token });
    const answer = requireOk(response, data);
    setSecured(true);
    setStays((answer as { stays: readonly ListedEvent[] }).stays);
  });

  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading key={title}>{title}</PageHeading>
        <p className="text-text-muted">{body}</p>
      </div>
      {token && !isSecured && (
        <ul className="grid gap-4 text-sm text-pretty text-text-muted">
          <Consequence icon={LogOut} text={t('account:secure.sessions')} />
          <Consequence icon={Undo2} text={t('account:secure.undone')} />
          {passkeysEnabled && <Consequence icon={KeyRound} text={t('account:secure.passkeys')} />}
        </ul>
      )}
      {failure && <Notice failure={failure} />}
      {stays.length > 0 && (
        <section className="grid gap-2">
          <h2 className="font-medium">{t('account:secure.stays')}</h2>
          <AuditEventList label={t('account:secure.stays')} events={stays} />
        </section>
      )}
      {isSecured ? (
        // A full load: the session of this browser may have ended, too.
        <a href={paths.login(paths.reviewAccount())} className={buttonClass('primary')}>
          {t('account:secure.signIn')}
        </a>
      ) : token ? (
        <Button look="danger" pending={pending} onClick={attempt}>
          {t('account:secure.submit')}
        </Button>
      ) : (
        <Link to={paths.login()} className={buttonClass('primary')}>
          {t('auth:backToSignIn')}
        </Link>
      )}
      {token && !isSecured && <BackLink to={paths.login()}>{t('auth:backToSignIn')}</BackLink>}
    </div>
  );
}

function Consequence({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <RichText
          text={() => text}
          parts={{ strong: (words) => <b className="font-medium text-text">{words}</b> }}
        />
      </span>
    </li>
  );
}
