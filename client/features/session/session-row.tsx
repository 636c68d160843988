import { Laptop, LogOut, type LucideIcon, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SignInMethod } from '#client/graphql/schema.generated.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';

type Device = { browser: string | null; operatingSystem: string | null };

type ShownSession = Device & {
  ipAddress: string | null;
  place: string | null;
  lastActiveAt: string;
  isCurrent: boolean;
  signInMethod: SignInMethod | null;
  passkeyName?: string | null;
  identityProviderName?: string | null;
};

type SessionTexts = ReturnType<typeof useTranslation<'session'>>['t'];

/** “Chrome on Linux”, or whichever part is known. */
export function deviceText(t: SessionTexts, { browser, operatingSystem }: Device): string {
  if (browser && operatingSystem) return t('device', { browser, operatingSystem });
  return browser ?? operatingSystem ?? t('unknownDevice');
}

/** How the session was opened. Undefined if that wasn't recorded. */
function methodText(t: SessionTexts, session: ShownSession): string | undefined {
  const { signInMethod, passkeyName, identityProviderName } = session;
  const name = passkeyName ?? identityProviderName ?? '';
  return signInMethod ? t(`method.${signInMethod}`, { name, defaultValue: '' }) : undefined;
}

const phones = /^(?:android|ios|ipados)/i;

function deviceIcon({ operatingSystem }: Device): LucideIcon {
  if (!operatingSystem) return MonitorSmartphone;
  return phones.test(operatingSystem) ? Smartphone : Laptop;
}

type SessionRowProps = {
  session: ShownSession;
  isImpersonation?: boolean | undefined;
  impersonatorName?: string | undefined;
  /** Without it, the session can't be revoked here. */
  onRevoke?: (() => void) | undefined;
};

export function SessionRow(props: SessionRowProps) {
  const { session, isImpersonation, impersonatorName, onRevoke } = props;
  const { t } = useTranslation('session');
  const device = isImpersonation ? t('impersonator') : deviceText(t, session);
  const { ipAddress, isCurrent, lastActiveAt } = session;
  // Sessions of one browser differ by their address.
  const named = ipAddress ? `${device}, ${ipAddress}` : device;
  const address = ipAddress ? t('place', { ipAddress }) : t('unknownAddress');
  const facts = [session.place, address, methodText(t, session)];
  const place = isImpersonation ? t('impersonatorHint') : facts.filter(Boolean).join(' · ');
  return (
    <Row
      lead={<RowIcon icon={deviceIcon(session)} />}
      title={device}
      subtitle={impersonatorName ? t('impersonatedBy', { place, name: impersonatorName }) : place}
      end={
        <>
          {isCurrent && <Badge tone="success">{t('current')}</Badge>}
          <RelativeTime value={lastActiveAt} focusable />
        </>
      }
      actions={
        onRevoke && (
          <Button
            look="quiet"
            size="small"
            className="@max-sm:px-2!"
            aria-label={t('revoke.label', { device: named })}
            onClick={onRevoke}
          >
            <LogOut className="@sm:hidden" />
            <span className="@max-sm:hidden">{t('revoke.action')}</span>
          </Button>
        )
      }
    />
  );
}
