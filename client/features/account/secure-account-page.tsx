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
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { AuditEventList, type ListedEvent } from './own-audit-log.tsx';

/** Ends all sessions of the account that received an email. Opening the page does nothing yet, as mail scanners do. */
export default function SecureAccountPage() {
  const { t } = useTranslation('account');
  const { passkeysEnabled } = useSetup();
  const token = useLocation().hash.slice(1);
  const [isSecured, setSecured] = useState(false);
  const [stays, setStays] = useState<readonly ListedEvent[]>([]);
  const title = t(isSecured ? 'secure.doneTitle' : 'secure.title');
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
        {isSecured && <p className="text-pretty text-text-muted">{t('secure.doneBody')}</p>}
      </div>
      {token && !isSecured && (
        <div className="grid gap-4 text-pretty text-text-muted">
          <p>{t('secure.ifEnded')}</p>
          <ul className="grid gap-4">
            <Consequence icon={LogOut} text={t('secure.sessions')} />
            <Consequence icon={Undo2} text={t('secure.undone')} />
            {passkeysEnabled && <Consequence icon={KeyRound} text={t('secure.passkeys')} />}
          </ul>
        </div>
      )}
      {failure && <Notice failure={failure} />}
      {stays.length > 0 && (
        <section className="grid gap-2">
          <h2 className="font-medium">{t('secure.stays')}</h2>
          <AuditEventList label={t('secure.stays')} events={stays} />
        </section>
      )}
      {!token && <Notice>{t('secure.missing')}</Notice>}
      {isSecured ? (
        // A full load: the session of this browser may have ended, too.
        <a href={paths.login(paths.reviewAccount())} className={buttonClass('primary')}>
          {t('secure.signIn')}
        </a>
      ) : (
        token && (
          <Button look="danger" pending={pending} onClick={attempt}>
            {t('secure.submit')}
          </Button>
        )
      )}
    </div>
  );
}

function Consequence({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
      {text}
    </li>
  );
}
