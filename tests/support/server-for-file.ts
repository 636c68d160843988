import { afterAll, expect } from 'vitest';
import { freshDatabase } from './database.ts';
import {
  type Json,
  type ServerOptions,
  startServer,
  type TestServer,
  type TestUser,
} from './server.ts';

/** A server until the end of the file, with a database of its own or at `url`. */
export async function serverForFile(
  env: Record<string, string> = {},
  options: ServerOptions = {},
  url = '',
): Promise<TestServer> {
  const server = await startServer(env, url, options);
  afterAll(() => server.stop());
  return server;
}

/** The URL of a migrated, empty database until the end of the file. */
export async function databaseForFile(): Promise<string> {
  const { url, drop } = await freshDatabase();
  afterAll(drop);
  return url;
}

export function errorCodes(reply: { errors: { extensions: { code: string } }[] }): string[] {
  return reply.errors.map(({ extensions }) => extensions.code);
}

type Sender = Pick<TestUser, 'send'>;

function sendMutation(
  { send }: Sender,
  name: string,
  input: object | undefined,
  selection: string,
) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const [variable, argument] = input ? [`($input: ${type}!)`, '(input: $input)'] : ['', ''];
  return send(`mutation ${variable} { ${name}${argument} { ${selection} } }`, { input });
}

/** Sends a mutation, and returns the codes of its errors: first of the request, then of the payload. */
export async function mutate(person: Sender, name: string, input?: object): Promise<string[]> {
  const reply = await sendMutation(person, name, input, 'errors { code }');
  const refused: { code: string }[] = reply.data?.[name]?.errors ?? [];
  return [...errorCodes(reply), ...refused.map(({ code }) => code)];
}

/** Sends a mutation that is no invalid request, and returns its payload: what is selected, and its errors. */
export async function payloadOf(
  person: Sender,
  name: string,
  input: object,
  selection = '',
): Promise<Json> {
  const reply = await sendMutation(person, name, input, `${selection} errors { code field }`);
  expect(errorCodes(reply)).toEqual([]);
  return reply.data[name];
}
