import { ArrowLeft, Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { supportsPasskeys } from '#client/features/passkey/passkey-api.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';

type PasskeyFormProps = {
  title: string;
  body: string;
  submitLabel: string;
  /** Leaves the page, or throws an `ApiError`. */
  onSubmit: () => Promise<void>;
  /** Whether the children have the primary button. */
  isSecondary?: boolean;
  children?: ReactNode;
};

/** A step of signing in that needs a passkey. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { title, body, submitLabel, onSubmit, isSecondary = false, children } = props;
  const { t } = useTranslation('passkey');
  const redirect = new URLSearchParams(useLocation().search).get('redirect');
  const [isSupported] = useState(supportsPasskeys);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  usePageTitle(title);

  async function submit() {
    setFailure(null);
    setPending(true);
    try {
      await onSubmit();
    } catch (error) {
      setFailure(toApiError(error));
      setPending(false);
    }
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading>{title}</PageHeading>
        <p className="text-pretty text-text-muted">{body}</p>
      </div>
      {failure && <Notice failure={failure} />}
      {!isSupported && <Notice>{t('add.unsupported')}</Notice>}
      <Button
        look={isSecondary ? 'secondary' : 'primary'}
        pending={pending}
        disabled={!isSupported}
        onClick={submit}
      >
        <Fingerprint className="size-4" />
        {submitLabel}
      </Button>
      {children}
      <Link
        to={paths.login(redirect)}
        className="touch-target inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm text-text-muted hover:text-text"
      >
        <ArrowLeft className="mirrored size-4" />
        {t('step.back')}
      </Link>
    </div>
  );
}
