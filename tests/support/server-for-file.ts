import { afterAll } from 'vitest';
import { type ServerOptions, startServer, type TestServer } from './server.ts';

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
