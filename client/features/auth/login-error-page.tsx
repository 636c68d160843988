import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { errorText, isKnownError } from '#client/i18n/error-text.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { paths } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { AlertIcon } from '#client/ui/base/icons.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';

type Case = 'access_denied' | 'signup_disabled' | 'unknown_error';

const cases: Record<string, Case> = {
  access_denied: 'access_denied',
  banned: 'access_denied',
  banned_user: 'access_denied',
  session_expired: 'access_denied',
  forbidden: 'access_denied',
  consent_required: 'access_denied',
  email_not_verified: 'access_denied',
  signup_disabled: 'signup_disabled',
  user_not_found: 'signup_disabled',
  account_not_found: 'signup_disabled',
};

const codes: Record<string, string> = {
  banned: 'BANNED_USER',
  email_not_found: 'USER_EMAIL_NOT_FOUND',
  unable_to_get_user_info: 'FAILED_TO_GET_USER_INFO',
  account_already_linked_to_different_user: 'SOCIAL_ACCOUNT_ALREADY_LINKED',
  oauth_provider_not_found: 'PROVIDER_NOT_FOUND',
};

function readError(search: URLSearchParams): { kind: Case; code: string | null } {
  const error = (search.get('error') ?? '').toLowerCase().replaceAll("'", '');
  const kind = Object.hasOwn(cases, error) ? cases[error] : undefined;
  const code = Object.hasOwn(codes, error) ? codes[error] : error.toUpperCase();
  const explains = code !== undefined && code !== 'UNKNOWN_ERROR' && isKnownError(code);
  return { kind: kind ?? 'unknown_error', code: explains ? code : null };
}

export default function LoginErrorPage() {
  const { t } = useTranslation('auth');
  const search = new URLSearchParams(useLocation().search);
  const { kind, code } = readError(search);
  const title = t(`loginError.${kind}.title`);
  usePageTitle(title);
  return (
    <div className="grid gap-6">
      <span className="grid size-14 place-items-center rounded-full bg-glow-soft text-warning-text *:mt-0 *:size-6">
        <AlertIcon />
      </span>
      <div className="grid gap-2">
        <PageHeading>{title}</PageHeading>
        <p className="text-text-muted">{code ? errorText(code) : t(`loginError.${kind}.body`)}</p>
      </div>
      <Link to={paths.login(search.get('redirect'))} className={buttonClass('primary')}>
        {t('backToSignIn')}
      </Link>
    </div>
  );
}
