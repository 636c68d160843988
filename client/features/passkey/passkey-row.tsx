import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { ReauthenticateDialog } from '#client/features/auth/reauthenticate/lazy-reauthenticate-dialog.ts';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { formatDateTime, formatRelative } from '#client/i18n/format.ts';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
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
  const [dialog, setDialog] = useState<'rename' | 'reauthenticate'>();

  /** Returns what went wrong, if anything. */
  async function remove() {
    const result = await removePasskey({ input: { id } });
    const failed = findMutationErrors(result, result.data?.removePasskey);
    if (failed) return { ...failed, code: failed.errors[0]?.code ?? 'UNKNOWN_ERROR' };
    await forgetPasskey(credentialId);
    onChange();
    void toast('success', t('remove.done'));
    return null;
  }

  async function ask() {
    const question = {
      danger: true,
      title: t('remove.title', { name }),
      body: t('remove.body'),
      confirm: t('remove.confirm'),
    };
    if (!(await confirm(question))) return;
    const failure = await remove();
    if (failure?.code === 'SESSION_NOT_FRESH') setDialog('reauthenticate');
    else if (failure && failure.code !== 'DEMO_MODE') void toast('error', failureText(failure));
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
            onSelect: () => setDialog('rename'),
          },
          {
            label: t('remove.action'),
            icon: <Trash2 aria-hidden="true" className="size-4" />,
            danger: true,
            onSelect: () => void ask(),
          },
        ]}
      />
      <MountOnOpen open={dialog === 'rename'}>
        <RenameDialog
          open={dialog === 'rename'}
          passkey={passkey}
          onClose={() => setDialog(undefined)}
        />
      </MountOnOpen>
      <MountOnOpen open={dialog === 'reauthenticate'}>
        <ReauthenticateDialog
          open={dialog === 'reauthenticate'}
          title={t('remove.title', { name })}
          reason={(values) => t('remove.reason', values)}
          confirm={t('remove.confirm')}
          danger
          onReauthenticated={async () => {
            const failure = await remove();
            if (failure) void toast('error', failureText(failure));
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      </MountOnOpen>
    </div>
  );
}
