import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { formatDateTime, formatRelative } from '#client/i18n/format.ts';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import { afterMenu } from '#client/lib/after-menu.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { forgetPasskey } from './passkey-api.ts';
import { type PasskeyRowFragment, RemovePasskeyDocument } from './passkeys.generated.ts';

const RenameDialog = lazyWithTexts(() => import('./rename-dialog.tsx'), 'passkey');
type PasskeyRowProps = {
  passkey: Masked<PasskeyRowFragment>;
  onChange: () => void;
};

export function PasskeyRow({ passkey: masked, onChange }: PasskeyRowProps) {
  const lockedBy = useImpersonationLock();
  const passkey = unmask(masked);
  const { name, authenticator, isSynced, createdAt, lastUsedAt } = passkey;
  const { t } = useTranslation('passkey');
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <RowIcon icon={KeyRound} />
      <div className="grid min-w-0 grow gap-0.5 text-text-muted">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 font-medium wrap-anywhere text-text">{name}</bdi>
          <span title={t(isSynced ? 'syncedHint' : 'boundHint')}>
            <Badge>{t(isSynced ? 'synced' : 'bound')}</Badge>
          </span>
        </div>
        {authenticator && authenticator !== name && (
          <div>
            <bdi>{authenticator}</bdi>
          </div>
        )}
        <div className="flex flex-wrap gap-x-3">
          <span title={formatDateTime(createdAt)}>
            {t('added', { date: formatRelative(createdAt) })}
          </span>
          <span title={lastUsedAt ? formatDateTime(lastUsedAt) : undefined}>
            {lastUsedAt ? t('lastUsed', { date: formatRelative(lastUsedAt) }) : t('neverUsed')}
          </span>
        </div>
      </div>
      {!lockedBy && <PasskeyActions passkey={passkey} onChange={onChange} />}
    </li>
  );
}

type PasskeyActionsProps = { passkey: PasskeyRowFragment; onChange: () => void };

function PasskeyActions({ passkey, onChange }: PasskeyActionsProps) {
  const { id, name, credentialId } = passkey;
  const { t } = useTranslation('passkey');
  const [, removePasskey] = useMutation(RemovePasskeyDocument);
  const [isRenaming, setIsRenaming] = useState(false);

  async function remove() {
    const done = await confirmAndRun({
      question: {
        danger: true,
        title: t('remove.title', { name }),
        body: t('remove.body'),
        confirm: t('remove.confirm'),
      },
      mutate: () => removePasskey({ input: { id } }),
      pick: (data) => data.removePasskey,
      done: t('remove.done'),
    });
    if (!done) return;
    await forgetPasskey(credentialId);
    onChange();
  }

  return (
    <div className="-me-2 shrink-0">
      <Menu
        label={t('actions', { name })}
        trigger={<Ellipsis aria-hidden="true" className="size-4" />}
        triggerClass={buttonClass('quiet', 'small', 'px-2!')}
        align="end"
        entries={[
          {
            label: t('rename.action'),
            icon: <Pencil aria-hidden="true" className="size-4" />,
            onSelect: () => afterMenu(() => setIsRenaming(true)),
          },
          {
            label: t('remove.action'),
            icon: <Trash2 aria-hidden="true" className="size-4" />,
            danger: true,
            onSelect: () => void remove(),
          },
        ]}
      />
      <MountOnOpen open={isRenaming}>
        <RenameDialog open={isRenaming} passkey={passkey} onClose={() => setIsRenaming(false)} />
      </MountOnOpen>
    </div>
  );
}
