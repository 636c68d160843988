import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Target } from './target.ts';
import { pause } from './wait.ts';

export type Reply = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a scenario says what the answer must be
  json: any;
  ms: number;
};

export type GraphqlReply = {
  // biome-ignore lint/suspicious/noExplicitAny: a scenario says what the answer must be
  data: any;
  codes: string[];
  status: number;
  ms: number;
};

export type Init = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
};

/** Aborts hanging requests, so that a hung product doesn't hang the tests. */
const requestTimeoutMs = 60_000;

const maxRetries = 60;

/** Internal details that no response may contain. */
export const internalDetails =
  /node_modules|\bat \S+ \(|PrismaClient|SELECT |\/server\/[\w-]+\/|ECONNREFUSED/;

let requests = 0;
let addresses = 0;

/** An unused loopback address, each in a different /24. */
export function newClientAddress(): string {
  addresses += 1;
  return `127.${1 + (addresses % 250)}.${Math.floor(addresses / 250) % 250}.1`;
}

export class HttpClient {
  readonly jar: Map<string, string>;
  readonly target: Target;
  readonly address: string;
  readonly #agents = {
    'http:': new Agent({ keepAlive: true }),
    'https:': undefined as HttpsAgent | undefined,
  };

  constructor(target: Target, options: { address?: string; jar?: Map<string, string> } = {}) {
    this.target = target;
    this.address = options.address ?? newClientAddress();
    this.jar = options.jar ?? new Map();
  }

  get origin(): string {
    return this.target.urls[0] ?? '';
  }

  cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  copy(): HttpClient {
    return new HttpClient(this.target, { address: this.address, jar: new Map(this.jar) });
  }

  withTarget(target: Target): HttpClient {
    return new HttpClient(target, { address: this.address, jar: this.jar });
  }

  /** Sends a request to the instances in turn. The body of the returned response is unread. */
  open(path: string, init: Init = {}): Promise<IncomingMessage> {
    requests += 1;
    const url = new URL(this.target.urls[requests % this.target.urls.length] ?? '');
    const headers: Record<string, string> = { host: url.host, ...init.headers };
    if (this.jar.size && !headers.cookie) headers.cookie = this.cookie();
    if (init.body) headers['content-length'] = String(Buffer.byteLength(init.body));
    const options = {
      host: '127.0.0.1',
      port: url.port,
      path,
      method: init.method ?? 'GET',
      headers,
      localAddress: this.address,
      signal: init.signal,
    };
    const attempt = () =>
      new Promise<IncomingMessage>((done, failed) => {
        const { ca } = this.target;
        if (url.protocol === 'https:')
          this.#agents['https:'] ??= new HttpsAgent({ keepAlive: true, ca });
        const sent =
          url.protocol === 'https:'
            ? httpsRequest({ ...options, servername: 'localhost', agent: this.#agents['https:'] })
            : httpRequest({ ...options, agent: this.#agents['http:'] });
        sent.setTimeout(requestTimeoutMs, () => sent.destroy(new Error(`No answer to ${path}`)));
        sent.on('response', (response) => {
          sent.setTimeout(0);
          done(response);
        });
        sent.on('error', (error: NodeJS.ErrnoException) => {
          // The server may close a keep-alive connection while it is being reused.
          if (sent.reusedSocket && error.code === 'ECONNRESET') done(attempt());
          else failed(error);
        });
        sent.end(init.body);
      });
    return attempt();
  }

  async fetch(path: string, init: Init = {}): Promise<Reply> {
    const begin = performance.now();
    let response = await this.open(path, init);
    for (let attempt = 1; this.target.retries && response.statusCode === 503; attempt += 1) {
      if (attempt === maxRetries) break;
      response.resume();
      await pause(Number(response.headers['retry-after'] ?? 1) * 1_000 * Math.random());
      response = await this.open(path, init);
    }
    this.#keepCookies(response);
    const timer = setTimeout(
      () => response.destroy(new Error(`No end of ${path}`)),
      requestTimeoutMs,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    clearTimeout(timer);
    const text = Buffer.concat(chunks).toString();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    const headers = new Headers();
    for (let i = 0; i < response.rawHeaders.length; i += 2) {
      headers.append(response.rawHeaders[i] ?? '', response.rawHeaders[i + 1] ?? '');
    }
    const reply = {
      status: response.statusCode ?? 0,
      headers,
      text,
      json,
      ms: performance.now() - begin,
    };
    this.#look(path, reply);
    return reply;
  }

  #keepCookies(response: IncomingMessage): void {
    for (const line of response.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (pair.length > at + 1 && !/max-age=0\b/i.test(line)) {
        const value = pair.slice(at + 1);
        this.jar.set(pair.slice(0, at), value);
        if (value.length >= 20) {
          for (const part of decodeURIComponent(value).split(/[.~]/))
            this.target.secrets?.add(part);
        }
      } else this.jar.delete(pair.slice(0, at));
    }
  }

  #look(path: string, { status, text, headers, json }: Reply): void {
    if (!/json|text\/plain/.test(headers.get('content-type') ?? '')) return;
    const found = internalDetails.exec(text);
    const codes = [json?.code, ...(json?.errors ?? []).map((e: Coded) => e?.extensions?.code)];
    const isInternal = codes.some((code) => code === 'INTERNAL_ERROR' || code === 'UNKNOWN_ERROR');
    if (found)
      this.target.leaks?.push(`${path}: …${text.slice(found.index - 60, found.index + 100)}…`);
    if (isInternal || (status >= 500 && status !== 503)) {
      this.target.leaks?.push(`${path}: ${status} ${text.slice(0, 300)}`);
    }
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.origin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  requestCode(email: string, headers?: Record<string, string>): Promise<Reply> {
    const body = { email, type: 'sign-in' };
    return this.post('/api/auth/email-otp/send-verification-otp', body, headers);
  }

  enterCode(email: string, otp: string, headers?: Record<string, string>): Promise<Reply> {
    return this.post('/api/auth/sign-in/email-otp', { email, otp }, headers);
  }

  async signIn(email: string): Promise<this> {
    const asked = await this.requestCode(email);
    if (asked.status !== 200) throw new Error(`No code for ${email}: ${asked.text}`);
    const { code } = await this.target.mailbox.next(email);
    const entered = await this.enterCode(email, code);
    if (entered.status !== 200) throw new Error(`${email} could not sign in: ${entered.text}`);
    return this;
  }

  async graphql(query: string, variables: object = {}): Promise<GraphqlReply> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, json, headers, ms } = await this.post('/api/graphql', { query, variables });
      const errors: Coded[] = json?.errors ?? [];
      const codes = errors.map((e) => e.extensions?.code ?? '');
      const isTooOften = this.target.retries && codes.includes('RATE_LIMITED');
      if (!isTooOften || attempt === maxRetries) return { data: json?.data, codes, status, ms };
      await pause(Number(headers.get('retry-after') ?? 1) * 1_000);
    }
  }

  async viewerId(): Promise<string | null> {
    return (await this.graphql('{ viewer { user { id } } }')).data?.viewer?.user.id ?? null;
  }
}

type Coded = { extensions?: { code?: string } };

/** All error codes of a response, from payloads and the top level. */
export function codesOf({ json }: Reply): string[] {
  const payloads = Object.values(json?.data ?? {}) as ({ errors?: { code: string }[] } | null)[];
  const top = (json?.errors ?? []).map((e: Coded) => e.extensions?.code);
  return [
    json?.code,
    ...top,
    ...payloads.flatMap((p) => p?.errors?.map(({ code }) => code) ?? []),
  ].filter(Boolean);
}
