import { Fingerprint, Pencil, Plus, ShieldAlert, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { useRefreshSession } from '#client/features/session/use-session.ts';
import { apiErrorOf, findMutationErrors } from '#client/graphql/errors.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { formatDateTime, formatRelative, isolated } from '#client/i18n/format.ts';
import { afterMenu } from '#client/lib/after-menu.ts';
import { toApiError } from '#client/lib/errors.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { NameDialog } from '#client/ui/form/form-dialog.tsx';
import { Row, RowIcon, RowSkeletons } from '#client/ui/list/list.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { addPasskey, forgetPasskey, supportsPasskeys } from './passkey-api.ts';
import {
  OwnPasskeysDocument,
  type PasskeyRowFragment,
  RemovePasskeyDocument,
  RenamePasskeyDocument,
} from './passkeys.generated.ts';

export function OwnPasskeys() {
  const { t } = useTranslation('passkey');
  const [{ data, error }, execute] = useQuery({ query: OwnPasskeysDocument });
  const [isSupported] = useState(supportsPasskeys);
  const [pending, setPending] = useState(false);
  const refreshSession = useRefreshSession();
  const { passkeys, passkeyRequired = false } = data?.viewer ?? {};

  async function add() {
    setPending(true);
    try {
      await addPasskey();
      // Not by a mutation, after which the list would be asked again.
      execute({ requestPolicy: 'network-only' });
      void refreshSession();
      toast('success', t('add.done'));
    } catch (thrown) {
      const failure = toApiError(thrown);
      if (failure.code !== 'DEMO_MODE') toast('error', failureText(failure));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Row
        lead={<RowIcon icon={Fingerprint} />}
        title={t('title')}
        subtitle={t(passkeyRequired ? 'required' : 'about')}
        end={
          <AccountButton size="small" pending={pending} disabled={!isSupported} onClick={add}>
            <Plus />
            {t('add.button')}
          </AccountButton>
        }
      />
      <li>
        {!isSupported && <Notice>{t('add.unsupported')}</Notice>}
        {error && !passkeys && <Notice failure={apiErrorOf(error)} />}
        <ul aria-label={t('title')} aria-busy={!passkeys} className="divide-y divide-line">
          {passkeys?.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isNeeded={passkeyRequired && passkeys.length === 1}
              onRemoved={() => void refreshSession()}
            />
          )) ??
            (!error && <RowSkeletons count={1} lead="square" />)}
          {passkeys?.length === 0 && (
            <li className="flex min-h-14 items-center gap-3 bg-warning-soft px-4 py-2.5 text-sm text-warning-text">
              <RowIcon icon={ShieldAlert} tone="warning" />
              {t('none')}
            </li>
          )}
        </ul>
      </li>
    </>
  );
}

type PasskeyRowProps = {
  passkey: PasskeyRowFragment;
  /** Last passkey of an account that requires one. */
  isNeeded: boolean;
  onRemoved: () => void;
};

function PasskeyRow({ passkey, isNeeded, onRemoved }: PasskeyRowProps) {
  const lockedBy = useImpersonationLock();
  const { name, authenticator, isSynced, createdAt, lastUsedAt } = passkey;
  const { t } = useTranslation('passkey');
  const kind = authenticator !== name && authenticator && isolated(authenticator);
  const added = t('added', { date: formatRelative(createdAt) });
  return (
    <Row
      lead={<RowIcon icon={Fingerprint} />}
      title={name}
      subtitle={[kind, added].filter(Boolean).join(' · ')}
      end={
        <>
          <span title={t(isSynced ? 'syncedHint' : 'boundHint')}>
            <Badge>{t(isSynced ? 'synced' : 'bound')}</Badge>
          </span>
          <span title={lastUsedAt ? formatDateTime(lastUsedAt) : undefined}>
            {lastUsedAt ? t('lastUsed', { date: formatRelative(lastUsedAt) }) : t('neverUsed')}
          </span>
        </>
      }
      actions={
        !lockedBy && <PasskeyActions passkey={passkey} isNeeded={isNeeded} onRemoved={onRemoved} />
      }
    />
  );
}

type PasskeyActionsProps = Omit<PasskeyRowProps, 'passkey'> & { passkey: PasskeyRowFragment };

function PasskeyActions({ passkey, isNeeded, onRemoved }: PasskeyActionsProps) {
  const { id, name, credentialId } = passkey;
  const { t } = useTranslation('passkey');
  const [, removePasskey] = useMutation(RemovePasskeyDocument);
  const [, renamePasskey] = useMutation(RenamePasskeyDocument);
  const [isRenaming, setIsRenaming] = useState(false);

  const saveName = async (newName: string) =>
    findMutationErrors(await renamePasskey({ input: { id, name: newName } }));

  async function remove() {
    const done = await confirmAndRun({
      danger: true,
      title: t('remove.title', { name }),
      body: t(isNeeded ? 'remove.lastBody' : 'remove.body'),
      confirm: t('remove.confirm'),
      mutate: () => removePasskey({ input: { id } }),
      done: t('remove.done'),
    });
    if (!done) return;
    await forgetPasskey(credentialId);
    onRemoved();
  }

  return (
    <>
      <RowMenu
        label={t('actions', { name })}
        entries={[
          {
            label: t('rename.action'),
            icon: Pencil,
            onSelect: () => afterMenu(() => setIsRenaming(true)),
          },
          { label: t('remove.action'), icon: Trash2, danger: true, onSelect: remove },
        ]}
      />
      <NameDialog
        open={isRenaming}
        onClose={() => setIsRenaming(false)}
        title={t('rename.title')}
        label={t('rename.label')}
        hint={t('rename.hint')}
        name={name}
        rules={async () => (await import('#shared/rules/passkey.ts')).passkeyRules}
        submitLabel={t('rename.submit')}
        save={saveName}
        onSaved={() => toast('success', t('rename.done'))}
      />
    </>
  );
}
