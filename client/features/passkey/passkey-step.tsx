import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#client/features/auth/auth-api.ts';
import { forgetSession } from '#client/features/session/session.ts';
import { useEnter, useReloadSession } from '#client/features/session/use-session.ts';
import { toApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { paths } from '#client/paths.ts';
import { BackLink } from '#client/ui/base/back-link.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { recoveryCodeRules } from '#shared/rules/passkey.ts';
import { addPasskey, askForPasskey, enterWithPasskey, supportsPasskeys } from './passkey-api.ts';

/** The second step of a sign-in that requires a passkey. */
export function PasskeyStepPage() {
  const { t } = useTranslation('passkey');
  const enter = useEnter();
  const [isLost, setIsLost] = useState(false);

  async function signIn() {
    await enterWithPasskey(await askForPasskey());
    await enter();
  }

  const help = <p className="text-sm text-text-muted">{t('step.ask')}</p>;
  if (isLost) {
    return (
      <Step title={t('step.useCode')} body={t('step.codeHint')}>
        <RecoveryCodeForm />
        <hr className="border-line" />
        <Button onClick={() => setIsLost(false)}>{t('proof.instead')}</Button>
        {help}
      </Step>
    );
  }
  return (
    <PasskeyForm
      title={t('step.title')}
      body={t('step.body')}
      submitLabel={t('step.submit')}
      onSubmit={signIn}
    >
      <section className="grid gap-4 border-t border-line pt-4 text-sm">
        <h2 className="font-medium">{t('step.lost')}</h2>
        <Button onClick={() => setIsLost(true)}>{t('step.useCode')}</Button>
        {help}
      </section>
    </PasskeyForm>
  );
}

/** Adds the passkey that a sign-in requires. Continues with the wanted page, or where recovery codes are created. */
export function PasskeySetupPage() {
  const { t } = useTranslation(['passkey', 'recoveryCodes']);
  const navigate = useNavigate();
  const reloadSession = useReloadSession();
  const redirect = new URLSearchParams(useLocation().search).get('redirect');

  async function add() {
    await addPasskey('setup');
    if (!redirect) {
      // The area's guard loads the new session.
      forgetSession();
      return navigate(paths.ownPasskeys(), { replace: true });
    }
    toast('success', t('add.done'), {
      label: t('recoveryCodes:create.button'),
      onClick: () => void navigate(paths.ownPasskeys()),
    });
    // The route guard redirects signed-in users.
    await reloadSession();
  }

  return (
    <PasskeyForm
      title={t('setup.title')}
      body={t('setup.body')}
      submitLabel={t('add.button')}
      onSubmit={add}
    />
  );
}

/** Signs in with a recovery code instead of a passkey. */
function RecoveryCodeForm() {
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
      <TextField name="code" label={t('step.code')} autoComplete="off" dir="ltr" autoFocus />
      <SubmitButton>{t('step.submitCode')}</SubmitButton>
    </Form>
  );
}

type PasskeyFormProps = {
  title: string;
  body: string;
  submitLabel: string;
  /** Leaves the page, or throws an `ApiError`. */
  onSubmit: () => Promise<void>;
  children?: ReactNode;
};

/** A step of signing in that needs a passkey. */
function PasskeyForm(props: PasskeyFormProps) {
  const { title, body, submitLabel, onSubmit, children } = props;
  const { t } = useTranslation('passkey');
  const [isSupported] = useState(supportsPasskeys);
  const { pending, failure, attempt } = useAttempt(onSubmit);

  return (
    <Step title={title} body={body}>
      {failure && <Notice failure={failure} />}
      {!isSupported && <Notice>{t('add.unsupported')}</Notice>}
      <Button look="primary" pending={pending} disabled={!isSupported} onClick={attempt}>
        <Fingerprint />
        {submitLabel}
      </Button>
      {children}
    </Step>
  );
}

function Step({ title, body, children }: Omit<PasskeyFormProps, 'submitLabel' | 'onSubmit'>) {
  const { t } = useTranslation('passkey');
  const redirect = new URLSearchParams(useLocation().search).get('redirect');
  usePageTitle(title);
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading key={title}>{title}</PageHeading>
        <p className="text-text-muted">{body}</p>
      </div>
      {children}
      <div className="border-t border-line pt-4 font-medium">
        <BackLink to={paths.login(redirect)}>{t('step.back')}</BackLink>
      </div>
    </div>
  );
}
