/** A TCP proxy that can refuse, delay, drop or reset connections. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `pass` forwards, `refuse` closes the port and all connections, `swallow` holds data back until `pass`. */
export type NetworkState = 'pass' | 'refuse' | 'swallow';

export type TcpProxy = {
  port: number;
  setState(weather: NetworkState): Promise<void>;
  delay(milliseconds: number): void;
  /** Resets every open connection. New ones pass. */
  cut(): void;
  /**
   * Resets the connection at the next COMMIT, or the next statements that have `text`, either before PostgreSQL receives
   * them or after it has committed.
   */
  cutCommit(when: 'before' | 'after', text?: string, times?: number): void;
  close(): Promise<void>;
};

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let weather: NetworkState = 'pass';
  let wait = 0;
  let cutting: { when: 'before' | 'after'; text: string; times: number } | undefined;
  const apply = (socket: Socket) => {
    if (weather === 'swallow') socket.pause();
    else socket.resume();
  };
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (chunk) => {
        if (from === near && cutting && chunk.includes(cutting.text)) {
          const isLate = cutting.when === 'after';
          cutting.times -= 1;
          if (cutting.times === 0) cutting = undefined;
          if (!isLate) return void near.resetAndDestroy();
          far.removeAllListeners('data').once('data', () => near.resetAndDestroy());
        }
        to.write(chunk);
      });
      from.on('end', () => to.end());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (wait === 0 || from === far) apply(from);
      else setTimeout(() => apply(from), wait);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = () => {
    for (const socket of [...sockets]) socket.resetAndDestroy();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    port,
    cut,
    cutCommit(when, text = 'COMMIT\0', times = 1) {
      cutting = { when, text, times };
    },
    delay(milliseconds) {
      wait = milliseconds;
    },
    async setState(next) {
      weather = next;
      if (next === 'refuse') {
        if (server.listening) server.close();
        cut();
      } else if (!server.listening) {
        await listen(port);
      }
      for (const socket of sockets) apply(socket);
    },
    async close() {
      if (server.listening) server.close();
      cut();
    },
  };
}
