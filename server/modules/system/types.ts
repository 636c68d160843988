import { builder } from '#server/graphql/builder.ts';
import type { DatabaseState, MailQueue, MigrationState, ServerProcess } from './reads.ts';

export const ServerProcessType = builder.objectRef<ServerProcess>('ServerProcess').implement({
  description: 'A process that serves, as of its last heartbeat. It records one every 10 seconds.',
  fields: (t) => ({
    key: t.exposeString('id', { description: 'Random key, new with each start.' }),
    instance: t.exposeString('instance', {
      description: 'Host name and port of the instance that the process belongs to.',
    }),
    worker: t.exposeInt('worker', {
      description: 'Number of the process in its instance. 0 if it is the only one.',
    }),
    pid: t.exposeInt('pid', { description: 'Process ID on its host.' }),
    version: t.exposeString('version', { description: 'Version of the product that it runs.' }),
    commit: t.exposeString('commit', {
      nullable: true,
      description: 'Git commit that it was built from. Null if it is not known.',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When the process started.',
    }),
    busyRatio: t.float({
      description:
        'How busy the event loop was in the last 10 seconds, from 0 to 1. 0 while the process starts.',
      resolve: ({ load }) => load.busyRatio,
    }),
    memoryBytes: t.float({
      description: 'Resident memory, in bytes.',
      resolve: ({ load }) => load.memoryBytes,
    }),
    runningRequests: t.int({
      description: 'Requests that run.',
      resolve: ({ load }) => load.inFlight,
    }),
    maxRunningRequests: t.int({
      description: 'Requests that may run at a time. A busy event loop lowers it.',
      resolve: ({ load }) => load.limit,
    }),
    queuedRequests: t.int({
      description: 'Requests that wait for their turn.',
      resolve: ({ load }) => load.queued,
    }),
    openStreams: t.int({
      description: 'Open streams.',
      resolve: ({ load }) => load.streams,
    }),
    databaseConnections: t.int({
      description: 'Open database connections.',
      resolve: ({ load }) => load.connections,
    }),
    busyDatabaseConnections: t.int({
      description: 'Database connections that execute a statement.',
      resolve: ({ load }) => load.busyConnections,
    }),
    clockSkewSeconds: t.float({
      nullable: true,
      description:
        "By how many seconds the process's clock is ahead of the database's. Null until it is measured, in the first 20 seconds.",
      resolve: ({ clockSkewMs }) => (clockSkewMs === null ? null : clockSkewMs / 1_000),
    }),
  }),
});

export const DatabaseStatus = builder.objectRef<DatabaseState>('DatabaseStatus').implement({
  description: 'State of the primary database.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of PostgreSQL.' }),
    sizeBytes: t.float({
      description: 'Size of the database on disk, in bytes.',
      resolve: ({ bytes }) => bytes,
    }),
    connections: t.exposeInt('connections', {
      description: 'Open connections to the server, also by other programs.',
    }),
    maxConnections: t.exposeInt('maxConnections', {
      description: 'Connections that the server accepts (`max_connections`).',
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

export type BackupRow = { bytes: bigint; finishedAt: Date };

export const Backup = builder.objectRef<BackupRow>('Backup').implement({
  description: 'A backup that the job that wrote it has recorded.',
  fields: (t) => ({
    finishedAt: t.expose('finishedAt', { type: 'DateTime', description: 'When it was complete.' }),
    sizeBytes: t.float({
      description: 'Size of the file, in bytes.',
      resolve: ({ bytes }) => Number(bytes),
    }),
  }),
});
