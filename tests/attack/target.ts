/** What an attacker has: addresses, browsers with cookies, a socket, and mails of their own. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Mailbox } from '#tests/support/mailbox.ts';
import type { Check } from '#tests/support/probe.ts';

export type Target = {
  /** One or more instances of the same product; the first one's origin is the product's own. */
  urls: string[];
  mailbox: Mailbox;
  /** Whoever signs in with this address is an admin. */
  admin: string;
  /** What only its operator sees: the processes on this machine, and what they have logged so far. */
  inside?: { pids: number[]; log(): string };
  /** The read-only demo, on a database of its own. */
  demo?: string;
  /** Asks again, like any program, when the product is too busy. */
  patient?: boolean;
};

/** How often somebody who is told to come again does so. */
const mostVisits = 60;

/** The target with that admin signed in. */
export type Ground = Target & { root: Visitor };

export type Reply = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a probe says what the answer must be
  json: any;
};

export type Graph = {
  // biome-ignore lint/suspicious/noExplicitAny: a probe says what the answer must be
  data: any;
  /** Codes of top-level errors. */
  codes: string[];
  status: number;
};

let count = 0;

/** An address that nobody has used before. */
export function newAddress(): string {
  return `probe-${randomBytes(5).toString('hex')}@example.org`;
}

export const pause = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, Math.max(0, milliseconds)));

/** A browser: keeps its cookies, asks one instance after the other. */
export class Visitor {
  readonly jar = new Map<string, string>();
  readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  get origin(): string {
    return this.target.urls[0] ?? '';
  }

  cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The same browser once more, as it is now. */
  copy(): Visitor {
    const other = new Visitor(this.target);
    for (const [name, value] of this.jar) other.jar.set(name, value);
    return other;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Reply> {
    count += 1;
    const url = this.target.urls[count % this.target.urls.length] ?? '';
    const headers = new Headers(init.headers);
    if (this.jar.size && !headers.has('cookie')) headers.set('cookie', this.cookie());
    let response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    for (let visit = 1; this.target.patient && response.status === 503; visit += 1) {
      if (visit === mostVisits) break;
      await response.body?.cancel();
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000 * Math.random());
      response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    }
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (pair.length > at + 1 && !/max-age=0\b/i.test(line)) {
        this.jar.set(pair.slice(0, at), pair.slice(at + 1));
      } else this.jar.delete(pair.slice(0, at));
    }
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.origin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  ask(email: string, headers?: Record<string, string>): Promise<Reply> {
    const body = { email, type: 'sign-in' };
    return this.post('/api/auth/email-otp/send-verification-otp', body, headers);
  }

  enter(email: string, otp: string, headers?: Record<string, string>): Promise<Reply> {
    return this.post('/api/auth/sign-in/email-otp', { email, otp }, headers);
  }

  /** Signs in as `email`, by mail. */
  async signIn(email: string): Promise<this> {
    const asked = await this.ask(email);
    if (asked.status !== 200) throw new Error(`No code for ${email}: ${asked.text}`);
    const { code } = await this.target.mailbox.next(email);
    const entered = await this.enter(email, code);
    if (entered.status !== 200) throw new Error(`${email} could not sign in: ${entered.text}`);
    return this;
  }

  async graphql(query: string, variables: object = {}): Promise<Graph> {
    const { status, json } = await this.post('/api/graphql', { query, variables });
    const errors: { extensions?: { code?: string } }[] = json?.errors ?? [];
    return { data: json?.data, codes: errors.map((e) => e.extensions?.code ?? ''), status };
  }

  /** The id of whoever is signed in, or null. */
  async viewerId(): Promise<string | null> {
    return (await this.graphql('{ viewer { id } }')).data?.viewer?.id ?? null;
  }
}

/** Sends a request line and headers as they are, which fetch would tidy up. */
export async function raw(
  target: Target,
  head: string,
  body = '',
): Promise<{ status: number; text: string }> {
  for (let visit = 1; ; visit += 1) {
    const answer = await rawOnce(target, head, body);
    if (!target.patient || answer.status !== 503 || visit === mostVisits) return answer;
    await pause(100 + Math.random() * 600);
  }
}

function rawOnce(
  target: Target,
  head: string,
  body: string,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(target.urls[0] ?? '');
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `${head}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    let text = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error('No answer')));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', failed);
    socket.on('close', () => done({ status: Number(text.split(' ')[1]) || 0, text }));
  });
}

export type Row = {
  row: number;
  title: string;
  /** Measures, or changes what the others need: it runs when nothing else does. */
  alone?: 'first' | 'last';
  probe(ground: Ground, check: Check, note: (figure: string) => void): Promise<void>;
};
