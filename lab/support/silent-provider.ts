import { type AddressInfo, createServer, type Socket } from 'node:net';

export type SilentProvider = Awaited<ReturnType<typeof startSilentProvider>>;

/** An identity provider that accepts connections and says nothing. */
export async function startSilentProvider() {
  const sockets = new Set<Socket>();
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    settings: {
      OIDC_NAME: 'Example',
      OIDC_ISSUER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
    },
    calls: () => calls,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
