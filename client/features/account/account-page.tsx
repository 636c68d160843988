import { lazy, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateViewerMutation } from '#client/features/auth/update-viewer.generated.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { useSetup } from '#client/features/session/use-setup.ts';
import { useSignOut } from '#client/features/session/use-sign-out.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { DangerZone } from '#client/ui/page/danger-zone.tsx';
import { PageHeader, Section } from '#client/ui/page/page.tsx';
import { LanguageSwitcher } from '#client/ui/preferences/language-switcher.tsx';
import { ThemeSwitcher } from '#client/ui/preferences/theme-switcher.tsx';
import type { Language } from '#shared/languages.ts';
import { DataExport } from './data-export.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { Profile } from './profile.tsx';

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

/** Account page: profile, appearance, sessions, data export, sign out and account deletion. */
export default function AccountPage() {
  const { t } = useTranslation(['account', 'common']);
  const { user, impersonator } = useViewer();
  const { version } = useSetup();
  const signOut = useSignOut();
  const noteId = useId();
  const lockedBy = impersonator ? noteId : undefined;
  return (
    <div className="max-w-form">
      <PageHeader title={t('common:nav.account')} />
      <div className="flex items-center gap-4">
        <Avatar id={user.id} name={user.name} size="large" />
        <div className="min-w-0">
          <bdi className="block truncate text-match-parent font-medium">{user.name}</bdi>
          <bdi className="block truncate text-sm text-match-parent text-text-muted">
            {user.email}
          </bdi>
        </div>
      </div>
      {impersonator && (
        <div id={noteId} className="mt-6">
          <Notice>{t('account:locked', { name: user.name || user.email })}</Notice>
        </div>
      )}
      <Profile lockedBy={lockedBy} />
      <Appearance locked={lockedBy !== undefined} />
      <OwnSessions lockedBy={lockedBy} />
      <DataExport />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <Button onClick={signOut}>{t('common:signOut.action')}</Button>
        <span className="text-xs text-text-muted">{t('common:version', { version })}</span>
      </div>
      <DeleteAccount lockedBy={lockedBy} />
    </div>
  );
}

function Appearance({ locked }: { locked: boolean }) {
  const { t } = useTranslation(['account', 'common']);
  const { demo } = useSetup();
  const [, updateViewer] = useUpdateViewerMutation();

  // Stored for the language of emails. The page switches even if this request fails.
  const remember = (language: Language) =>
    void updateViewer({ input: { language: language.toUpperCase() as Uppercase<Language> } });

  return (
    <Section title={t('account:look.title')}>
      <div>
        <ThemeSwitcher />
      </div>
      <div>
        {/* The demo sends no emails, so there the choice is not stored. */}
        <LanguageSwitcher {...(!locked && !demo && { onChange: remember })} />
      </div>
      <p className="text-sm text-text-muted">{t('account:look.languageHint')}</p>
    </Section>
  );
}

function DeleteAccount({ lockedBy }: { lockedBy: string | undefined }) {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  return (
    <DangerZone title={t('delete.title')} body={t('delete.hint')}>
      <Button
        look="danger"
        disabled={lockedBy !== undefined}
        aria-describedby={lockedBy}
        onClick={() => setOpen(true)}
      >
        {t('delete.action')}
      </Button>
      <MountOnOpen open={open}>
        <DeleteDialog open={open} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </DangerZone>
  );
}
