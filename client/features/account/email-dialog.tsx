import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { call } from '#client/features/auth/auth-api.ts';
import { useChallenge } from '#client/features/auth/challenge.tsx';
import { CodeStep } from '#client/features/auth/code-step.tsx';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { areaOf, paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { EmailField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { email as emailRule } from '#shared/rules/account.ts';

type EntryState = {
  /** Opened by a navigation, so going back closes the dialog. */
  opened?: boolean;
  /** When the code was sent, as a Unix timestamp in milliseconds. Survives a reload. */
  sentAt?: number;
} | null;

type Shown = { state?: 'change-name'; newEmail?: string };

function readAccount(search: string) {
  const params = new URLSearchParams(search);
  const { data: newEmail = '' } = emailRule.safeParse(params.get('newEmail'));
  const state = params.get('state') === 'change-name' ? 'change-name' : '';
  return { state, newEmail } as const;
}

/** The open dialog of the account page. Kept in the URL so that going back closes it. */
export function useAccountState() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const area = areaOf(pathname);
  const entry = state as EntryState;
  const shown = readAccount(search);

  return {
    ...shown,
    sentAt: entry?.sentAt,
    async show(next: Shown, sentAt?: number) {
      const isOpen = Boolean(shown.state || shown.newEmail);
      const opened = isOpen ? entry?.opened : true;
      await navigate(paths.account(area, next), {
        replace: isOpen,
        state: { opened, sentAt } as EntryState,
      });
    },
    async close() {
      if (!shown.state && !shown.newEmail) return;
      if (entry?.opened) await navigate(-1);
      else await navigate(paths.account(area), { replace: true });
    },
  };
}

type AccountState = ReturnType<typeof useAccountState>;

const rules = z.object({ newEmail: emailRule });

type EmailDialogProps = { open: boolean; onClose: () => void; account: AccountState };

export function EmailDialog({ open, onClose, account }: EmailDialogProps) {
  const { t } = useTranslation('account');
  const { newEmail, sentAt, show } = account;
  const reloadSession = useReloadSession();
  const challenge = useChallenge();

  async function request(address: string) {
    const solution = await challenge.solve();
    // The response doesn't reveal whether the address is already in use.
    await call('/email-otp/request-email-change', { newEmail: address }, solution);
    await show({ newEmail: address }, Date.now());
  }

  async function change(code: string) {
    await call('/email-otp/change-email', { newEmail, otp: code });
    onClose();
    await reloadSession();
    toast('success', t('email.done'));
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('email.title')}>
      {newEmail && sentAt !== undefined ? (
        <CodeStep
          email={newEmail}
          intro={(values) => t('email.sent', values)}
          confirm={t('email.confirm')}
          sentAt={sentAt}
          onSent={(at) => void show({ newEmail }, at)}
          send={() => request(newEmail)}
          onCode={change}
          back={<Button onClick={() => void show({ newEmail })}>{t('email.other')}</Button>}
        />
      ) : (
        <NewEmailForm defaultEmail={newEmail} request={request} onCancel={onClose} />
      )}
      {challenge.widget}
    </ResponsiveDialog>
  );
}

type NewEmailFormProps = {
  defaultEmail: string;
  request: (address: string) => Promise<void>;
  onCancel: () => void;
};

function NewEmailForm({ defaultEmail, request, onCancel }: NewEmailFormProps) {
  const { t } = useTranslation('account');
  const { email } = useViewer().user;
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function submit({ newEmail }: { newEmail: string }, form: FormHandle) {
    setFailure(null);
    if (newEmail === email)
      return form.fail({ errors: [{ code: 'EMAIL_ALREADY_USED', field: ['newEmail'] }] });
    try {
      await request(newEmail);
    } catch (error) {
      setFailure(toApiError(error));
    }
  }

  return (
    <Form rules={rules} onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-text-muted">{t('email.body')}</p>
      {failure && <Notice failure={failure} />}
      <EmailField name="newEmail" label={t('email.label')} defaultValue={defaultEmail} />
      <FormDialogActions submitLabel={t('email.submit')} onCancel={onCancel} />
    </Form>
  );
}
