/** Rows 7–10: being sent elsewhere, cookies, foreign sites, headers. */
import { newAddress, type Row, raw, Visitor } from './target.ts';

const elsewhere: Row = {
  row: 7,
  title: 'being sent elsewhere, a forged Host',
  async probe(target, check) {
    const places = [
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      'javascript:alert(1)',
      '%2f%2fevil.example',
      '/%09/evil.example',
      '/@evil.example',
      'data:text/html,x',
    ];
    for (const place of places) {
      const encoded = encodeURIComponent(place);
      const visitor = new Visitor(target);
      const body = { email: newAddress(), type: 'sign-in', callbackURL: place };
      const named = await visitor.post('/api/auth/email-otp/send-verification-otp', body);
      check(`callbackURL ${place} in a body is refused`, named.status === 400, named.status);
      for (const path of [
        `/login?redirect=${encoded}`,
        `/?redirect=${encoded}`,
        `/api/auth/get-session?callbackURL=${encoded}`,
        `/${place}`,
      ]) {
        const { status, headers } = await visitor.fetch(path);
        const isHere = !headers.get('location') && (status < 300 || status >= 400);
        check(`${path} leads nowhere else`, isHere, [status, headers.get('location')]);
      }
    }
    const forged = await raw(target, 'GET /login HTTP/1.1\r\nHost: evil.example');
    check('a forged Host is not repeated', !/evil/.test(forged.text) && forged.status < 500);
    const email = newAddress();
    const body = JSON.stringify({ email, type: 'sign-in' });
    await raw(
      target,
      `POST /api/auth/email-otp/send-verification-otp HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example`,
      body,
    );
    const mail = await target.mailbox.next(email);
    check('nor does it get into a mail', !/evil/.test(mail.html + mail.text));
  },
};

const cookies: Row = {
  row: 8,
  title: 'cookies and sessions',
  async probe(target, check) {
    const email = newAddress();
    const visitor = new Visitor(target);
    await visitor.ask(email);
    const { code } = await target.mailbox.next(email);
    const planted = visitor.copy();
    planted.jar.set('atrium.session_token', 'planted.token');
    const entered = await planted.enter(email, code);
    const set = entered.headers.getSetCookie();
    check('signing in sets cookies', set.length > 0);
    for (const cookie of set) {
      const name = cookie.split('=')[0];
      for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) {
        check(`${name}: ${flag}`, cookie.split('; ').includes(flag), cookie.replace(/=[^;]*/, ''));
      }
      check(`${name}: no Domain`, !/domain=/i.test(cookie));
      if (target.urls[0]?.startsWith('https:')) check(`${name}: Secure`, /; Secure/.test(cookie));
    }
    const session = planted.jar.get('atrium.session_token');
    check('a planted token is replaced', session !== 'planted.token');
    const token = decodeURIComponent(session ?? '').split('.')[0] ?? '?';
    const told = await planted.fetch('/api/auth/get-session');
    check('no answer tells the token', !(entered.text + told.text).includes(token));
    const forged = planted.copy();
    forged.jar.set('atrium.session_token', token);
    check('a token without its signature is nobody', (await forged.viewerId()) === null);
    const before = planted.copy();
    check('it works', (await before.viewerId()) !== null);
    await planted.post('/api/auth/sign-out', {});
    const all = await Promise.all(Array.from({ length: 20 }, () => before.viewerId()));
    check(
      'after signing out it is dead everywhere',
      all.every((id) => id === null),
    );

    const admin = await new Visitor(target).signIn(newAddress());
    const elsewhereToo = admin.copy();
    await admin.post('/api/auth/revoke-sessions', {});
    check('revoked sessions are dead', (await elsewhereToo.viewerId()) === null);
  },
};

const foreign: Row = {
  row: 9,
  title: 'requests from foreign sites',
  async probe(target, check) {
    const visitor = await new Visitor(target).signIn(newAddress());
    const query = JSON.stringify({
      query: 'mutation { updateViewer(input: { name: "x" }) { errors { code } } }',
    });
    const paths = ['/api/graphql', '/api/auth/sign-out', '/api/auth/revoke-sessions'];
    for (const path of paths) {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${visitor.origin}.evil.example` },
      ] as Record<string, string>[]) {
        const reply = await visitor.post(path, query, headers);
        check(`${path} ${JSON.stringify(headers)}: 403`, reply.status === 403, reply.status);
        check('without a CORS header', !reply.headers.has('access-control-allow-origin'));
      }
      const site = await visitor.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
        body: query,
      });
      check(`${path} cross-site: 403`, site.status === 403, site.status);
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const reply = await visitor.post(path, query, { 'content-type': type });
        check(`${path} ${type}: 415`, reply.status === 415, reply.status);
      }
      const bare = await visitor.fetch(path, {
        method: 'POST',
        headers: { origin: visitor.origin },
        body: new TextEncoder().encode(query),
      });
      check(`${path} without a type: 415`, bare.status === 415, bare.status);
      const preflight = await visitor.fetch(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      check(
        `${path}: no CORS for strangers`,
        !preflight.headers.has('access-control-allow-origin'),
      );
    }
    const get = await visitor.fetch(
      `/api/graphql?query=${encodeURIComponent('mutation { updateViewer(input: { name: "x" }) { errors { code } } }')}`,
      { headers: { accept: 'application/json' } },
    );
    check('a mutation by GET: 405', get.status === 405, get.status);
    check('nothing has happened', (await visitor.viewerId()) !== null);
  },
};

const headers: Row = {
  row: 10,
  title: 'security headers',
  async probe(target, check) {
    const visitor = new Visitor(target);
    for (const [path, init] of [
      ['/', {}],
      ['/login', {}],
      ['/manager/users', {}],
      ['/nothing.png', {}],
      ['/assets/nothing.js', {}],
      ['/api/nothing', {}],
      ['/api/auth/nothing', {}],
      ['/api/auth/get-session', {}],
      ['/api/graphql', { method: 'POST', body: '{' }],
      ['/api/graphql', { method: 'DELETE' }],
      ['/healthz', {}],
      ['/readyz', {}],
    ] as [string, RequestInit][]) {
      const { headers: got, status } = await visitor.fetch(path, init);
      const policy = got.get('content-security-policy') ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? 'unsafe-inline';
      check(`${path}: scripts of ours only`, !/unsafe|\*|https?:/.test(scripts), scripts);
      check(`${path}: in no frame`, /frame-ancestors 'none'/.test(policy));
      check(`${path}: nosniff`, got.get('x-content-type-options') === 'nosniff');
      check(`${path}: Referrer-Policy`, got.has('referrer-policy'));
      check(`${path}: COOP`, got.get('cross-origin-opener-policy') === 'same-origin');
      check(`${path}: no X-Powered-By`, !got.has('x-powered-by') && !got.has('server'));
      check(`${path}: no 5xx`, status < 500, status);
      if (path.startsWith('/api/')) {
        check(
          `${path}: no-store`,
          got.get('cache-control') === 'no-store',
          got.get('cache-control'),
        );
      }
      if (target.urls[0]?.startsWith('https:')) check('HSTS', got.has('strict-transport-security'));
    }
  },
};

export const webRows = [elsewhere, cookies, foreign, headers];
