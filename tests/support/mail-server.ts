import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Done = (error?: Error | null) => void;

export const accept = (done: Done): void => done();
export const refuse = (done: Done): void =>
  done(Object.assign(new Error('Not now'), { responseCode: 451 }));

export async function startMailServer(
  answer: (done: Done, recipients: string[]) => void,
  { port = 0, onConnect, ...options }: SMTPServerOptions & { port?: number } = {},
) {
  const received: string[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(session, done) {
      connections += 1;
      if (onConnect) onConnect.call(server, session, done);
      else done();
    },
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push(...recipients);
        answer(done, recipients);
      });
    },
    ...options,
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  // A dropped connection must not fail the run.
  server.on('error', () => {});
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    connections: () => connections,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
