import type { IncomingMessage } from 'node:http';
import type { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';

export const files = ['repositories.csv', 'repositories.ndjson'];

export function open(client: HttpClient, file: string): Promise<IncomingMessage> {
  return client.copy().open(`/api/export/${file}`);
}

export async function readAll(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch {}
  return { text: Buffer.concat(chunks).toString(), isComplete: response.complete };
}

export async function checkWholeExports(
  client: HttpClient,
  check: Check,
  expected: string,
): Promise<void> {
  for (const file of files) {
    const whole = await readAll(await open(client, file));
    check(`${file}: complete`, whole.isComplete && whole.text.includes(expected));
  }
}
