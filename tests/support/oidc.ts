/**
 * A real OpenID Connect server on a free port, with sign-in and consent pages for browsers and for tests that
 * parse them.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

export type Claims = {
  email?: string;
  email_verified?: boolean | string | undefined;
  name?: string;
  picture?: string;
};

export type IdentityProvider = {
  settings: Record<string, string>;
  people: Map<string, Claims>;
  picture: { url: string; fetched: number };
  close(): Promise<void>;
};

type Options = {
  proof?: 'client_secret_basic' | 'client_secret_post';
  /** If false, only the userinfo endpoint returns the email address. */
  addressInToken?: boolean;
  port?: number;
};

const clientId = 'atrium';
const clientSecret = 'a secret of the client, which may hold %, + and :';

function page(title: string, form: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>${title}</title><main><h1>${title}</h1><form method="post">${form}</form></main></html>`;
}

const signInPage = page(
  'Sign in to Example',
  '<label>Login <input name="login" required autofocus></label> <button name="decision" value="login">Sign in</button>',
);
const consentPage = page(
  'Atrium wants to know who you are',
  '<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button>',
);

export async function startIdentityProvider({
  proof = 'client_secret_basic',
  addressInToken = false,
  port = 0,
}: Options = {}): Promise<IdentityProvider> {
  const people = new Map<string, Claims>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: proof,
        // Native apps may use any loopback port (RFC 8252, 7.3).
        application_type: 'native',
        redirect_uris: ['http://localhost/api/auth/callback/oidc'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: !addressInToken,
    findAccount: (_context, login) => {
      const claims = people.get(login);
      return claims && { accountId: login, claims: () => ({ sub: login, ...claims }) };
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    jwks: {
      keys: [
        generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
      ],
    },
    ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    cookies: { keys: ['a key for tests'] },
  });

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html');
      response.end(prompt.name === 'login' ? signInPage : consentPage);
      return;
    }
    const form = new URLSearchParams(await text(request));
    const decision = form.get('decision');
    if (decision === 'deny') {
      const error = 'access_denied';
      await provider.interactionFinished(request, response, { error, error_description: 'Denied' });
    } else if (decision === 'login') {
      const accountId = form.get('login') ?? '';
      await provider.interactionFinished(request, response, { login: { accountId } });
    } else {
      const grant = new provider.Grant({
        accountId: session?.accountId ?? '',
        clientId: String(params.client_id),
      });
      grant.addOIDCScope(String(params.scope));
      await provider.interactionFinished(request, response, {
        consent: { grantId: await grant.save() },
      });
    }
  }

  const picture = { url: `${issuer}/picture.png`, fetched: 0 };
  const rest = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/picture.png') {
      picture.fetched += 1;
      return void response.end(readFileSync('client/public/icon-192.png'));
    }
    // The library takes a secret in either way, whichever the client is registered for.
    const isBasic = request.headers.authorization !== undefined;
    if (request.url === '/token' && isBasic !== (proof === 'client_secret_basic')) {
      response.writeHead(401, { 'content-type': 'application/json' });
      return void response.end('{"error":"invalid_client"}');
    }
    const isOurs = request.url?.startsWith('/interaction/');
    void (isOurs ? interact(request, response) : rest(request, response)).catch((error) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });

  return {
    settings: {
      OIDC_NAME: 'Example',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
    people,
    picture,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Opens the provider's authorization `url`, signs in as `login`, and allows or denies consent.
 * @returns the URL that the provider finally redirects to
 */
export async function visitIdentityProvider(
  url: string,
  login: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const jar = new Map<string, string>();
  const home = new URL(url).origin;
  let next: { at: URL; form?: URLSearchParams } = { at: new URL(url) };
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(next.at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) {
      next = { at: new URL(location, next.at) };
      if (next.at.origin !== home) return next.at;
    } else {
      const body = await response.text();
      if (!response.ok) throw new Error(`The provider answered ${response.status}: ${body}`);
      const form = new URLSearchParams(
        body.includes('value="login"') ? { decision: 'login', login } : { decision },
      );
      next = { at: next.at, form };
    }
  }
  throw new Error('The provider never sends the browser back.');
}
