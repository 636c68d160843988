import { afterAll } from 'vitest';
import { type ServerOptions, startServer, type TestServer, type TestUser } from './server.ts';

export async function serverForFile(
  env: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  const server = await startServer(env, '', options);
  afterAll(() => server.stop());
  return server;
}

export function errorCodes(reply: { errors: { extensions: { code: string } }[] }): string[] {
  return reply.errors.map(({ extensions }) => extensions.code);
}

/** Sends a mutation, and returns the codes of its errors: first of the request, then of the payload. */
export async function mutate(
  { send }: Pick<TestUser, 'send'>,
  name: string,
  input?: object,
): Promise<string[]> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const [variable, argument] = input ? [`($input: ${type}!)`, '(input: $input)'] : ['', ''];
  const reply = await send(`mutation ${variable} { ${name}${argument} { errors { code } } }`, {
    input,
  });
  const refused: { code: string }[] = reply.data?.[name]?.errors ?? [];
  return [...errorCodes(reply), ...refused.map(({ code }) => code)];
}
