import { useTranslation } from 'react-i18next';
import {
  impersonationNoteId,
  useImpersonationLock,
} from '#client/features/session/use-impersonation-lock.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { Notice } from '#client/ui/base/notice.tsx';

export function ImpersonationNote() {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  return (
    useImpersonationLock() && (
      <div id={impersonationNoteId} className="mb-6">
        <Notice>{t('impersonated', { name: user.name || user.email })}</Notice>
      </div>
    )
  );
}
