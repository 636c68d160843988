import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

export type Sample = {
  /** 0 if there was no response. `error` then gives the reason. */
  status: number;
  ms: number;
  retryAfter: string | undefined;
  text: string;
  error?: string;
};

export type LoadRequest = { path?: string; query?: string; cookie?: string; address?: string };

export type LoadClient = {
  send(question: LoadRequest): Promise<Sample>;
  close(): void;
};

/** Sends requests without repeating any. `ca` is the certificate of an HTTPS proxy. */
export function createLoadClient(url: string, ca?: string): LoadClient {
  const { protocol, hostname, port } = new URL(url);
  const { Agent, request } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, ...(ca ? { ca } : {}) });
  return {
    close: () => agent.destroy(),
    send({ path = '/api/graphql', query, cookie, address }) {
      const body = query && JSON.stringify({ query });
      const begin = performance.now();
      return new Promise((done) => {
        const end = (sample: Pick<Sample, 'status' | 'text' | 'retryAfter'> & { error?: string }) =>
          done({ ...sample, ms: performance.now() - begin });
        const asking = request({
          agent,
          hostname,
          port,
          path,
          method: body ? 'POST' : 'GET',
          headers: {
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...(cookie ? { cookie } : {}),
            ...(address ? { 'x-forwarded-for': address } : {}),
          },
        });
        asking.on('response', (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () =>
            end({
              status: response.statusCode ?? 0,
              retryAfter: response.headers['retry-after'],
              text,
            }),
          );
          response.on('error', ({ message }) =>
            end({ status: 0, text, retryAfter: undefined, error: message }),
          );
        });
        asking.on('error', ({ message }) =>
          end({ status: 0, text: '', retryAfter: undefined, error: message }),
        );
        asking.end(body);
      });
    },
  };
}

/** Whether admission control rejected the request, as it does on a slow machine. */
export const isBusy = ({ status, text }: Pick<Sample, 'status' | 'text'>): boolean =>
  status === 503 && text.includes('The service is busy.');

/** Sends a request, and again after a second while the server is busy. */
export async function sendPatiently(crowd: LoadClient, question: LoadRequest): Promise<Sample> {
  for (let busy = 0; ; busy += 1) {
    const sample = await crowd.send(question);
    if (!isBusy(sample) || busy === 30) return sample;
    await pause(1_000);
  }
}

export async function runClosedLoop(
  crowd: LoadClient,
  question: LoadRequest,
  { concurrency, milliseconds }: { concurrency: number; milliseconds: number },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const end = performance.now() + milliseconds;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) samples.push(await crowd.send(question));
    }),
  );
  return samples;
}

export async function runAtRate(
  crowd: LoadClient,
  question: LoadRequest,
  { rate, milliseconds }: { rate: number; milliseconds: number },
): Promise<Sample[]> {
  const asked: Promise<Sample>[] = [];
  const begin = performance.now();
  for (let passed = 0; passed < milliseconds; passed = performance.now() - begin) {
    while (asked.length < (passed * rate) / 1_000) asked.push(crowd.send(question));
    await new Promise((done) => setTimeout(done, 5));
  }
  return Promise.all(asked);
}
