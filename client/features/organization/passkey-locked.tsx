import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import type { PasskeyLockedOrganizationFragment } from '#client/features/membership/passkey-locked.generated.ts';
import { useLeave } from '#client/features/membership/use-leave.ts';
import {
  askForPasskey,
  enterWithPasskey,
  supportsPasskeys,
} from '#client/features/passkey/passkey-api.ts';
import { OwnPasskeysDocument } from '#client/features/passkey/passkeys.generated.ts';
import { runSessionTransition } from '#client/features/session/session.ts';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { paths } from '#client/paths.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';

type PasskeyLockedProps = { organization: PasskeyLockedOrganizationFragment };

/** Replaces the pages of an organization that requires a passkey, and says how to get in. */
export default function PasskeyLocked({ organization }: PasskeyLockedProps) {
  const { organizationId: id, name, viewerCanLeave } = organization;
  const { t } = useTranslation('organization');
  const { impersonator } = useViewer();
  const navigate = useNavigate();
  const leave = useLeave();
  const [{ data }] = useQuery({ query: OwnPasskeysDocument });
  const passkeys = data?.viewer?.passkeys;
  const step = impersonator ? 'impersonating' : passkeys?.length === 0 ? 'add' : 'signIn';
  usePageTitle(name);

  async function leaveHere() {
    if (await leave({ id, name })) await navigate(organizationPaths.list());
  }

  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-3 py-12 text-center">
      <LockKeyhole className="size-8 text-text-muted" />
      <PageHeading>{t('passkeyLocked.title', { name })}</PageHeading>
      <p className="text-pretty text-text-muted" aria-busy={!passkeys}>
        {t(`passkeyLocked.${step}`)}
      </p>
      <div className="mt-4 grid w-full justify-items-center gap-3">
        {step === 'signIn' && <SignIn />}
        {step === 'add' && (
          <Link to={`${paths.account('app')}/security`} className={buttonClass('primary')}>
            {t('passkeyLocked.addAction')}
          </Link>
        )}
        {viewerCanLeave && (
          <Button look="quiet" onClick={() => void leaveHere()}>
            {t('leave.title')}
          </Button>
        )}
      </div>
    </div>
  );
}

function SignIn() {
  const { t } = useTranslation('organization');
  const reloadSession = useReloadSession();
  const [isSupported] = useState(supportsPasskeys);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function signIn() {
    setPending(true);
    setFailure(null);
    try {
      const chosen = await askForPasskey();
      await runSessionTransition(async () => {
        await enterWithPasskey(chosen);
        await reloadSession();
      });
    } catch (error) {
      setFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      {failure && <Notice failure={failure} />}
      {isSupported ? (
        <Button look="primary" pending={pending} onClick={signIn}>
          {t('passkeyLocked.signInAction')}
        </Button>
      ) : (
        <Notice>{t('passkeyLocked.unsupported')}</Notice>
      )}
    </>
  );
}
