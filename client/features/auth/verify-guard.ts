import { type LoaderFunctionArgs, replace } from 'react-router';
import { paths } from '#client/paths.ts';
import { email as emailRule } from '#shared/rules/account.ts';

/** Search parameters of the verify page. An invalid email is ignored. */
export function readVerifyParams(search: URLSearchParams) {
  const { data: email = null } = emailRule.safeParse(search.get('email'));
  return { email, redirect: search.get('redirect') };
}

export function verifyGuard({ request }: LoaderFunctionArgs) {
  const { email, redirect } = readVerifyParams(new URL(request.url).searchParams);
  if (!email) throw replace(paths.login(redirect));
  return null;
}
