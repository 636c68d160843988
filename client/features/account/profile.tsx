import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdateViewerDocument } from '#client/features/auth/update-viewer.generated.ts';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { useReloadSession, useSetup, useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-session-end.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { NameDialog } from '#client/ui/form/form-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { EmailDialog, useAccountState } from './email-dialog.tsx';
import { PictureSetting } from './picture-setting.tsx';

export function Profile() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation(['account', 'common']);
  const { user } = useViewer();
  const reloadSession = useReloadSession();
  const [, updateViewer] = useMutation(UpdateViewerDocument);
  const account = useAccountState();
  const [emailRequested, setEmailRequested] = useState(false);
  const nameOpen = !lockedBy && account.state === 'change-name';
  const emailOpen = !lockedBy && !nameOpen && (emailRequested || account.newEmail !== '');

  const saveName = async (name: string) =>
    findMutationErrors(await updateViewer({ input: { name } }));

  function closeEmail() {
    setEmailRequested(false);
    void account.close();
  }

  return (
    <>
      <SettingsCard>
        <PictureSetting />
        <ChangeableSetting
          label={t('account:profile.name')}
          action={t('account:profile.changeName')}
          onChange={() => void account.show({ state: 'change-name' })}
        >
          {user.name}
        </ChangeableSetting>
        <ChangeableSetting
          label={t('account:profile.email')}
          action={t('account:profile.changeEmail')}
          onChange={() => setEmailRequested(true)}
        >
          {user.email}
        </ChangeableSetting>
      </SettingsCard>
      <NameDialog
        open={nameOpen}
        onClose={() => void account.close()}
        title={t('account:name.title')}
        label={t('account:name.label')}
        hint={t('account:name.hint')}
        name={user.name}
        autoComplete="name"
        rules={async () => (await import('#shared/rules/account.ts')).onboardingRules}
        submitLabel={t('account:name.submit')}
        save={saveName}
        onSaved={async () => {
          await reloadSession();
          toast('success', t('account:name.done'));
        }}
      />
      <EmailDialog open={emailOpen} onClose={closeEmail} account={account} />
    </>
  );
}

export function SignOut() {
  const { t } = useTranslation(['session', 'common']);
  const { version } = useSetup();
  const signOut = useSignOut();
  return (
    <div className="mt-8 grid gap-3">
      <SettingsCard>
        <Setting label={t('session:current')}>
          <Button size="small" onClick={signOut}>
            {t('common:signOut.action')}
          </Button>
        </Setting>
      </SettingsCard>
      <p className="text-xs text-text-muted">{t('common:version', { version })}</p>
    </div>
  );
}

type ChangeableSettingProps = {
  label: string;
  action: string;
  onChange: () => void;
  children: string;
};

function ChangeableSetting({ label, action, onChange, children }: ChangeableSettingProps) {
  const { t } = useTranslation('account');
  return (
    <Setting label={label} hint={<bdi className="wrap-anywhere">{children}</bdi>}>
      <AccountButton size="small" aria-label={action} onClick={onChange}>
        {t('profile.change')}
      </AccountButton>
    </Setting>
  );
}
