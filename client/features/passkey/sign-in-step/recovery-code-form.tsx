import { useTranslation } from 'react-i18next';
import { call } from '#client/features/auth/auth-api.ts';
import { useEnter } from '#client/features/session/use-session.ts';
import { toApiError } from '#client/lib/errors.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { recoveryCodeRules } from '#shared/rules/passkey.ts';

/** Signs in with a recovery code instead of a passkey. */
export function RecoveryCodeForm() {
  const { t } = useTranslation('passkey');
  const enter = useEnter();

  async function submit({ code }: { code: string }, form: FormHandle) {
    try {
      await call('/sign-in/recovery-code', { code });
      form.saved();
      await enter();
    } catch (error) {
      const failure = toApiError(error);
      const field = failure.code === 'RECOVERY_CODE_INVALID' ? ['code'] : null;
      return form.fail({ ...failure, errors: [{ code: failure.code, field }] });
    }
  }

  return (
    <Form rules={recoveryCodeRules} onSubmit={submit} className="grid gap-4">
      <TextField
        name="code"
        label={t('step.code')}
        hint={t('step.codeHint')}
        autoComplete="off"
        dir="ltr"
        autoFocus
      />
      <SubmitButton>{t('step.submitCode')}</SubmitButton>
    </Form>
  );
}
