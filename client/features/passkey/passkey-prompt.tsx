import { Fingerprint, KeyRound, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useQuery } from 'urql';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { useSetup, useViewer } from '#client/features/session/use-session.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { toApiError } from '#client/lib/errors.ts';
import { readStored, writeStored } from '#client/lib/stored.ts';
import { areaOf, paths } from '#client/paths.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Banner } from '#client/ui/page/banner.tsx';
import { addPasskey, supportsPasskeys } from './passkey-api.ts';
import { PasskeyOfferDocument } from './passkey-prompt.generated.ts';
import { passkeyOffer } from './sign-in.ts';

/** Says by when the user must add a passkey, or else offers one. */
export default function PasskeyPrompt({ dueAt }: { dueAt?: string }) {
  return dueAt ? <PasskeyDue dueAt={dueAt} /> : <PasskeyOffer />;
}

/** Says by when a passkey must be added, and leads there. */
function PasskeyDue({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation('passkey');
  const { pathname } = useLocation();
  const target = paths.ownPasskeys(areaOf(pathname));
  return (
    <Banner as="aside" label={t('due.label')}>
      <p className="flex min-w-0 items-start gap-3">
        <KeyRound className="mt-0.5 size-4 shrink-0" />
        {t('due.text', { date: formatDateTime(dueAt) })}
      </p>
      {pathname !== target && (
        <Link to={target} className={buttonClass('secondary', 'small', 'shrink-0')}>
          {t('due.button')}
        </Link>
      )}
    </Banner>
  );
}

/** Whether this device can hold a passkey. Asking for a security key would be a surprise. */
async function hasScreenLock(): Promise<boolean> {
  return supportsPasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}

const dismissedKey = (userId: string) => `passkey-offer-dismissed:${userId}`;

/** Offers a passkey after a sign-in with a code, unless the user has one or dismissed the offer in this browser. */
function PasskeyOffer() {
  const { passkeysEnabled } = useSetup();
  const { user } = useViewer();
  const lockedBy = useImpersonationLock();
  const [isPossible, setIsPossible] = useState(false);
  useEffect(() => {
    if (!passkeysEnabled || lockedBy || readStored(dismissedKey(user.id))) return;
    void hasScreenLock().then(setIsPossible);
  }, [passkeysEnabled, lockedBy, user.id]);
  const [{ data }] = useQuery({ query: PasskeyOfferDocument, pause: !isPossible });
  return isPossible && data?.viewer?.passkeys?.length === 0 ? <Offer /> : null;
}

function Offer() {
  const { t } = useTranslation('passkey');
  const { user } = useViewer();
  const [pending, setPending] = useState(false);
  const close = () => passkeyOffer.set(false);

  async function add() {
    setPending(true);
    try {
      await addPasskey();
      close();
      toast('success', t('add.done'));
    } catch (error) {
      toast('error', failureText(toApiError(error)));
      setPending(false);
    }
  }

  function dismiss() {
    writeStored(dismissedKey(user.id), 'true');
    close();
  }

  return (
    <aside
      aria-label={t('offer.title')}
      className="animate-rise fixed inset-x-4 bottom-20 z-30 grid gap-3 rounded-card border border-line bg-surface-raised p-4 shadow-float sm:start-auto sm:w-96 md:bottom-4"
    >
      <div className="flex items-start gap-3 text-sm">
        <Fingerprint className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <div className="grid grow gap-1">
          <h2 className="font-medium">{t('offer.title')}</h2>
          <p className="text-pretty text-text-muted">{t('offer.body')}</p>
        </div>
        <Button
          look="quiet"
          size="small"
          className="-me-2 -mt-1 px-2!"
          aria-label={t('offer.close')}
          onClick={close}
        >
          <X />
        </Button>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" size="small" onClick={dismiss}>
          {t('offer.dismiss')}
        </Button>
        <Button look="primary" size="small" pending={pending} onClick={add}>
          {t('add.button')}
        </Button>
      </div>
    </aside>
  );
}
