import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePasskeyWay } from '#client/features/passkey/passkey-way.tsx';
import { Button, Spinner } from '#client/ui/base/button.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { useCodeWay, type Way } from './code-way.tsx';

type ReauthenticateDialogProps = { open: boolean; onClose: (isProved: boolean) => void };

export default function ReauthenticateDialog({ open, onClose }: ReauthenticateDialogProps) {
  const { t } = useTranslation('account');
  return (
    <ResponsiveDialog open={open} onClose={() => onClose(false)} title={t('identity.title')}>
      {open && <Ways onClose={onClose} />}
    </ResponsiveDialog>
  );
}

/** The first way that is offered, and a button for each other one. */
function Ways({ onClose }: Pick<ReauthenticateDialogProps, 'onClose'>) {
  const { t } = useTranslation('common');
  const [chosen, setChosen] = useState<string>();
  const ways: Way[] = [usePasskeyWay(), useCodeWay()];
  if (ways.some(({ isOffered }) => isOffered === undefined)) {
    return (
      <div className="grid min-h-24 place-items-center">
        <Spinner />
      </div>
    );
  }
  const possible = ways.filter(({ isOffered }) => isOffered);
  const required = possible.filter(({ isRequired }) => isRequired);
  const offered = required.length > 0 ? required : possible;
  const way = offered.find(({ name }) => name === chosen) ?? offered[0];
  if (!way) return null;
  return (
    <>
      <way.Part
        key={way.name}
        onProved={() => onClose(true)}
        cancel={<Button onClick={() => onClose(false)}>{t('confirm.cancel')}</Button>}
      />
      {offered
        .filter((other) => other !== way)
        .map(({ name, label }) => (
          <Button key={name} look="quiet" onClick={() => setChosen(name)}>
            {label}
          </Button>
        ))}
    </>
  );
}
