import { lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#client/features/session/use-session.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DescriptionList, Fact } from '#client/ui/list/description-list.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { useAccountState } from './use-account-state.ts';

const NameDialog = lazy(() => import('./name-dialog.tsx'));
const EmailDialog = lazy(() => import('./email-dialog.tsx'));

type ProfileProps = {
  /** ID of the notice that explains why the account is locked. */
  lockedBy: string | undefined;
};

/** The viewer's name and email, with buttons to change them. */
export function Profile({ lockedBy }: ProfileProps) {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  const account = useAccountState();
  const [emailRequested, setEmailRequested] = useState(false);
  const nameOpen = !lockedBy && account.state === 'change-name';
  const emailOpen = !lockedBy && !nameOpen && (emailRequested || account.newEmail !== '');

  function closeEmail() {
    setEmailRequested(false);
    void account.close();
  }

  return (
    <Section title={t('profile.title')}>
      <DescriptionList>
        <ChangeableFact
          label={t('profile.name')}
          action={t('profile.changeName')}
          onChange={() => void account.show({ state: 'change-name' })}
          lockedBy={lockedBy}
        >
          <bdi>{user.name}</bdi>
        </ChangeableFact>
        <ChangeableFact
          label={t('profile.email')}
          action={t('profile.changeEmail')}
          onChange={() => setEmailRequested(true)}
          lockedBy={lockedBy}
        >
          <bdi className="wrap-anywhere">{user.email}</bdi>
        </ChangeableFact>
      </DescriptionList>
      <MountOnOpen open={nameOpen}>
        <NameDialog open={nameOpen} onClose={() => void account.close()} />
      </MountOnOpen>
      <MountOnOpen open={emailOpen}>
        <EmailDialog open={emailOpen} onClose={closeEmail} account={account} />
      </MountOnOpen>
    </Section>
  );
}

type ChangeableFactProps = ProfileProps & {
  label: string;
  action: string;
  onChange: () => void;
  children: ReactNode;
};

function ChangeableFact({ label, action, onChange, lockedBy, children }: ChangeableFactProps) {
  const { t } = useTranslation('account');
  return (
    <Fact label={label}>
      <span className="flex items-center justify-between gap-4">
        {children}
        <Button
          size="small"
          className="-my-1"
          aria-label={action}
          aria-describedby={lockedBy}
          disabled={lockedBy !== undefined}
          onClick={onChange}
        >
          {t('profile.change')}
        </Button>
      </span>
    </Fact>
  );
}
