/**
 * The two sign-in forms as browsers post them without JavaScript. Each is forwarded to its endpoint
 * of /api/auth, with all of its checks, and answered with a page.
 */

import { type HttpEndpoint, handlerOf } from '#server/http/admission.ts';
import type { FormState } from '#server/http/pages/pages.ts';
import { languageOfRequest, translate } from '#server/i18n.ts';
import { authBasePath } from './auth.ts';

type SignInFormsDeps = {
  handleAuth(request: Request): Promise<Response>;
  renderForm(request: Request, url: URL, state: FormState): Promise<string | undefined>;
};

type SignInForm = {
  endpoint: string;
  body(form: URLSearchParams, page: URLSearchParams): Record<string, unknown>;
  /** The page to open afterwards. The client's own guard validates `redirect`. */
  next(form: URLSearchParams, page: URLSearchParams): string;
};

function address(path: string, search: Record<string, string | null>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

const forms: Readonly<Record<string, SignInForm>> = {
  '/login': {
    endpoint: '/email-otp/send-verification-otp',
    body: (form) => ({ email: form.get('email') ?? '', type: 'sign-in' }),
    next: (form, page) =>
      address('/login/verify', { email: form.get('email'), redirect: page.get('redirect') }),
  },
  '/login/verify': {
    endpoint: '/sign-in/email-otp',
    body: (form, page) => ({ email: page.get('email') ?? '', otp: form.get('code') ?? '' }),
    next: (_form, page) => address('/login', { redirect: page.get('redirect') }),
  },
};

export const signInFormPaths = Object.keys(forms);

const isForm = /^application\/x-www-form-urlencoded\b/i;

/** Keeps Origin, cookies and the client's address. */
function toEndpoint({ headers: given }: Request, url: URL, path: string, body: object): Request {
  const headers = new Headers(given);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  const endpoint = new URL(authBasePath + path, url);
  return new Request(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
}

export function createSignInForms(deps: SignInFormsDeps): HttpEndpoint {
  const { handleAuth, renderForm } = deps;
  const answer = (status: number, type: string, text: string, more: HeadersInit = {}) => {
    const headers = { 'content-type': `text/${type}; charset=utf-8`, 'cache-control': 'no-store' };
    return new Response(text, { status, headers: { ...headers, ...more } });
  };
  const plain = (headers: Headers, status: number, code: string, more?: HeadersInit) =>
    answer(status, 'plain', translate(languageOfRequest(headers))(`errors:${code}`), more);

  /** The page with the refusal of an endpoint. */
  async function refuse(request: Request, url: URL, refusal: Response, email: string | null) {
    const { code } = (await refusal.json()) as { code: string };
    const retryAfter = Number(refusal.headers.get('retry-after'));
    const state: FormState = {
      failure: { code, ...(retryAfter > 0 && { retryAfter }) },
      ...(email && { email }),
    };
    const page = await renderForm(request, url, state);
    const wait = Object.fromEntries(
      [...refusal.headers].filter(([name]) =>
        /^(retry-after|ratelimit|ratelimit-policy)$/.test(name),
      ),
    );
    if (!page) return plain(request.headers, refusal.status, code, wait);
    return answer(refusal.status, 'html', page, wait);
  }

  return {
    methods: 'POST',
    handle: handlerOf(async (request) => {
      const url = new URL(request.url);
      const row = forms[url.pathname];
      if (!row) return plain(request.headers, 404, 'NOT_FOUND');
      if (!isForm.test(request.headers.get('content-type') ?? '')) {
        return plain(request.headers, 415, 'BAD_REQUEST');
      }
      const form = new URLSearchParams(await request.text());
      const body = row.body(form, url.searchParams);
      const answered = await handleAuth(toEndpoint(request, url, row.endpoint, body));
      const location = row.next(form, url.searchParams);
      const response = answered.ok
        ? answer(303, 'plain', '', { location })
        : await refuse(request, url, answered, form.get('email'));
      for (const cookie of answered.headers.getSetCookie()) {
        response.headers.append('set-cookie', cookie);
      }
      return response;
    }),
    reject: plain,
  };
}
