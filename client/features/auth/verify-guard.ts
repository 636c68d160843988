import { type LoaderFunctionArgs, replace } from 'react-router';
import { paths } from '#client/paths.ts';
import { email as emailRule } from '#shared/rules/account.ts';

/** The search parameters of the verify page; a bad address counts as none. */
export function readVerifyParams(search: URLSearchParams) {
  const { data: email = null } = emailRule.safeParse(search.get('email'));
  return { email, redirect: search.get('redirect') };
}

/** The loader of the verify page: without a valid address there is nothing to verify. */
export function verifyGuard({ request }: LoaderFunctionArgs) {
  const { email, redirect } = readVerifyParams(new URL(request.url).searchParams);
  if (!email) throw replace(paths.login(redirect));
  return null;
}
