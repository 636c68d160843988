import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { plainLayout } from '#client/ui/list/plain-layout.ts';
import { RowIcon } from '#client/ui/list/row-icon.tsx';

type Device = { browser: string | null; operatingSystem: string | null };

type ShownSession = Device & {
  ipAddress: string | null;
  lastActiveAt: string;
  isCurrent: boolean;
  passkeyName?: string | null;
};

type SessionTexts = ReturnType<typeof useTranslation<'session'>>['t'];

/** “Chrome on Linux”, or whichever part is known. */
export function deviceText(t: SessionTexts, { browser, operatingSystem }: Device): string {
  if (browser && operatingSystem) return t('device', { browser, operatingSystem });
  return browser ?? operatingSystem ?? t('unknownDevice');
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
  const address = ipAddress ? t('place', { ipAddress }) : t('unknownAddress');
  const { passkeyName } = session;
  const opened = passkeyName ? `${address} · ${t('passkey', { name: passkeyName })}` : address;
  const place = isImpersonation ? t('impersonatorHint') : opened;
  return (
    <Row
      lead={<RowIcon icon={deviceIcon(session)} />}
      title={device}
      subtitle={impersonatorName ? t('impersonatedBy', { place, name: impersonatorName }) : place}
      layout={plainLayout}
      end={
        isCurrent ? (
          <Badge tone="success">{t('current')}</Badge>
        ) : (
          <RelativeTime value={lastActiveAt} focusable />
        )
      }
      actions={
        onRevoke && (
          <Button
            look="quiet"
            size="small"
            aria-label={t('revoke.label', { device })}
            onClick={onRevoke}
          >
            {t('revoke.action')}
          </Button>
        )
      }
    />
  );
}
