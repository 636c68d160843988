import { afterAll } from 'vitest';
import { startServer, type TestServer } from './server.ts';

export async function serverForFile(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer(env);
  afterAll(() => server.stop());
  return server;
}

export function errorCodes(reply: { errors: { extensions: { code: string } }[] }): string[] {
  return reply.errors.map(({ extensions }) => extensions.code);
}
