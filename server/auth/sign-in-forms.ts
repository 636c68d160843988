/**
 * The two sign-in forms as browsers post them without JavaScript. Each is forwarded to its endpoint
 * of /api/auth, with all of its checks, and answered with a page.
 */

import { type Endpoint, handlerOf } from '#server/http/admission.ts';
import type { FormState } from '#server/http/pages/pages.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import { authBasePath } from './auth.ts';

type SignInFormsDeps = {
  handleAuth(request: Request): Promise<Response>;
  renderForm(request: Request, url: URL, state: FormState): Promise<string | undefined>;
  translate: Translate;
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

export function createSignInForms(deps: SignInFormsDeps): Endpoint {
  const { handleAuth, renderForm, translate } = deps;
  const plain = (headers: Headers, status: number, code: string, more: HeadersInit = {}) =>
    new Response(translate(languageOfRequest(headers))(`errors:${code}`), {
      status,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        ...more,
      },
    });

  async function refuse(request: Request, url: URL, answer: Response, email: string | null) {
    const { code } = (await answer.json()) as { code: string };
    const retryAfter = Number(answer.headers.get('retry-after'));
    const state: FormState = {
      failure: { code, ...(retryAfter > 0 && { retryAfter }) },
      ...(email && { email }),
    };
    const page = await renderForm(request, url, state);
    const names = ['retry-after', 'ratelimit', 'ratelimit-policy'];
    const wait = Object.fromEntries(
      names.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    if (!page) return plain(request.headers, answer.status, code, wait);
    return new Response(page, {
      status: answer.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...wait,
      },
    });
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
      const answer = await handleAuth(toEndpoint(request, url, row.endpoint, body));
      const response = answer.ok
        ? new Response(null, {
            status: 303,
            headers: { location: row.next(form, url.searchParams), 'cache-control': 'no-store' },
          })
        : await refuse(request, url, answer, form.get('email'));
      for (const cookie of answer.headers.getSetCookie()) {
        response.headers.append('set-cookie', cookie);
      }
      return response;
    }),
    reject: (headers, status, code) => plain(headers, status, code),
  };
}
