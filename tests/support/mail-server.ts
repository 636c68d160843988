import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Answer = (done: (error?: Error | null) => void) => void;

export const accept: Answer = (done) => done();
export const refuse: Answer = (done) =>
  done(Object.assign(new Error('Not now'), { responseCode: 451 }));

export async function startMailServer(
  answer: Answer,
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
        for (const recipient of session.envelope.rcptTo) received.push(recipient.address);
        answer(done);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    connections: () => connections,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
