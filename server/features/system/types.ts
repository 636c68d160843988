import type { LastBackup } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import type { DatabaseState, MailQueue, MigrationState, ProcessLoad } from './reads.ts';

export const ServerProcess = builder.objectRef<ProcessLoad>('ServerProcess').implement({
  description: 'The process that answers this request.',
  fields: (t) => ({
    instance: t.exposeString('instance', {
      description: 'Host name and port of the instance that the process belongs to.',
    }),
    worker: t.exposeInt('worker', {
      description: 'Number of the process in its instance. 0 if it is the only one.',
    }),
    pid: t.exposeInt('pid', { description: 'Process ID on its host.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When the process started.',
    }),
    busyRatio: t.exposeFloat('busyRatio', {
      description: 'How busy the event loop was in the last seconds, from 0 to 1. 0 at first.',
    }),
    memoryBytes: t.exposeFloat('memoryBytes', { description: 'Resident memory, in bytes.' }),
    runningRequests: t.exposeInt('inFlight', { description: 'Requests that run.' }),
    maxRunningRequests: t.exposeInt('limit', {
      description: 'Requests that may run at a time. A busy event loop lowers it.',
    }),
    queuedRequests: t.exposeInt('queued', { description: 'Requests that wait for their turn.' }),
    openStreams: t.exposeInt('openStreams', { description: 'Open streams.' }),
    databaseConnections: t.exposeInt('connections', { description: 'Open database connections.' }),
    busyDatabaseConnections: t.exposeInt('busyConnections', {
      description: 'Database connections that execute a statement.',
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
