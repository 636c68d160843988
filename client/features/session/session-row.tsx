import { Laptop, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Row } from '#client/ui/list/list.tsx';

type Device = { browser: string | null; operatingSystem: string | null };

type ShownSession = Device & {
  ipAddress: string | null;
  lastActiveAt: string;
  isCurrent: boolean;
};

type SessionTexts = ReturnType<typeof useTranslation<'session'>>['t'];

/** “Chrome on Linux”, or as much of it as is known. */
export function deviceText(t: SessionTexts, { browser, operatingSystem }: Device): string {
  if (browser && operatingSystem) return t('device', { browser, operatingSystem });
  return browser ?? operatingSystem ?? t('unknownDevice');
}

const phones = /^(?:android|ios|ipados)/i;

function DeviceIcon({ operatingSystem }: Device) {
  const Icon = !operatingSystem
    ? MonitorSmartphone
    : phones.test(operatingSystem)
      ? Smartphone
      : Laptop;
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-surface-sunken text-text-muted"
    >
      <Icon className="size-4" />
    </span>
  );
}

type SessionRowProps = {
  session: ShownSession;
  /** Who acts as the person in it, if somebody does. */
  actedBy?: string | undefined;
  /** Whether this is the viewer's own list, and an administrator acts as them in this session. */
  impersonated?: boolean | undefined;
  /** Missing where it is not to be ended here. */
  onRevoke?: (() => void) | undefined;
};

/** A browser in which somebody is signed in. */
export function SessionRow({ session, actedBy, impersonated, onRevoke }: SessionRowProps) {
  const { t } = useTranslation('session');
  const device = impersonated ? t('impersonator') : deviceText(t, session);
  const { ipAddress, isCurrent, lastActiveAt } = session;
  const address = ipAddress ? t('place', { ipAddress }) : t('unknownAddress');
  const place = impersonated ? t('impersonatorHint') : address;
  return (
    <Row
      lead={<DeviceIcon {...session} />}
      title={device}
      subtitle={actedBy ? t('actedBy', { place, name: actedBy }) : place}
      meta={
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
