import cluster from 'node:cluster';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { LastBackup } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import type { ProcessState } from '#server/process-state.ts';
import type { DatabaseState, MailQueue, MigrationState } from './reads.ts';

/** The demo hides its host: visitors are managers, too. */
const instanceOf = ({ demo, port }: Context['settings']) => `${demo ? 'demo' : hostname()}:${port}`;

const sumOf = ({ pools }: ProcessState, count: (pool: { total: number; idle: number }) => number) =>
  Object.values(pools).reduce((sum, read) => sum + count(read()), 0);

export const ServerProcess = builder.objectRef<ProcessState>('ServerProcess').implement({
  description: 'The process that answers this request.',
  fields: (t) => ({
    instance: t.string({
      description: 'Host name and port of the instance that the process belongs to.',
      resolve: (_state, _args, { settings }) => instanceOf(settings),
    }),
    worker: t.int({
      description: 'Number of the process in its instance. 0 if it is the only one.',
      resolve: () => cluster.worker?.id ?? 0,
    }),
    pid: t.int({ description: 'Process ID on its host.', resolve: () => process.pid }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'When the process started.',
      resolve: () => new Date(performance.timeOrigin),
    }),
    busyRatio: t.float({
      description:
        'How busy the event loop was, from 0 to 1, over at least five seconds. 0 before.',
      resolve: ({ busyRatio }) => busyRatio(),
    }),
    memoryBytes: t.float({
      description: 'Resident memory, in bytes.',
      resolve: () => process.memoryUsage.rss(),
    }),
    runningRequests: t.int({
      description: 'Requests that run.',
      resolve: ({ admission }) => admission().inFlight,
    }),
    maxRunningRequests: t.int({
      description: 'Requests that may run at a time. A busy event loop lowers it.',
      resolve: ({ admission }) => admission().limit,
    }),
    queuedRequests: t.int({
      description: 'Requests that wait for their turn.',
      resolve: ({ admission }) => admission().queued,
    }),
    openStreams: t.int({
      description: 'Open streams.',
      resolve: ({ admission }) => admission().streams,
    }),
    databaseConnections: t.int({
      description: 'Open database connections.',
      resolve: (state) => sumOf(state, ({ total }) => total),
    }),
    busyDatabaseConnections: t.int({
      description: 'Database connections that execute a statement.',
      resolve: (state) => sumOf(state, ({ total, idle }) => total - idle),
    }),
  }),
});

export const DatabaseStatus = builder.objectRef<DatabaseState>('DatabaseStatus').implement({
  description: 'State of the primary database.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of PostgreSQL.' }),
    sizeBytes: t.exposeFloat('bytes', { description: 'Size of the database on disk, in bytes.' }),
    connections: t.exposeInt('connections', {
      description: 'Open connections to the server, also by other programs.',
    }),
    maxConnections: t.exposeInt('maxConnections', {
      description: 'Connections that the server accepts (`max_connections`).',
    }),
    clockSkewSeconds: t.exposeFloat('clockSkewSeconds', {
      description: "By how many seconds the clock of `process` is ahead of the database's.",
    }),
  }),
});

export const MigrationStatus = builder.objectRef<MigrationState>('MigrationStatus').implement({
  description: 'State of the database schema.',
  fields: (t) => ({
    appliedCount: t.exposeInt('applied', { description: 'Number of applied migrations.' }),
    pending: t.exposeStringList('pending', {
      description:
        'Names of the migrations that the version which answers this request has and the database lacks. Starting an instance applies them.',
    }),
    last: t.exposeString('last', {
      nullable: true,
      description: 'Name of the last applied migration. Null if there is none.',
    }),
    lastAppliedAt: t.expose('lastAppliedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last migration was applied. Null if there is none.',
    }),
  }),
});

export const MailQueueType = builder.objectRef<MailQueue>('MailQueue').implement({
  description: 'State of the outbox. Failed emails are counted for 24 hours.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Emails that wait to be sent.' }),
    retried: t.exposeInt('retried', {
      description: 'Waiting emails with a failed attempt. They are retried until they expire.',
    }),
    oldestSeconds: t.exposeInt('oldestSeconds', {
      description: 'Age of the oldest waiting email, in seconds. 0 if none waits.',
    }),
    failed: t.exposeInt('failed', { description: 'Emails that will not be sent again.' }),
    unsure: t.exposeInt('unsure', {
      description:
        'Failed emails that the mail server may have accepted: the connection or the process ended before its answer.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description:
        "Reason of the last failed attempt among waiting and failed emails: an error code such as `EAUTH`, with the mail server's status if there was one. Null if no attempt failed.",
    }),
  }),
});

export const Backup = builder.objectRef<LastBackup>('Backup').implement({
  description: 'A backup that the job that wrote it has recorded.',
  fields: (t) => ({
    finishedAt: t.expose('finishedAt', { type: 'DateTime', description: 'When it was complete.' }),
    sizeBytes: t.float({
      description: 'Size of the file, in bytes.',
      resolve: ({ bytes }) => Number(bytes),
    }),
  }),
});
