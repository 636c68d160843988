import { builder } from '#server/graphql/builder.ts';
import { cost } from '#server/graphql/limits/price.ts';
import type { VariableName } from '#server/settings/parse.ts';
import type { ShownSetting } from '#server/settings/shown.ts';
import { readDatabase, readMailQueue, readMigrationState, readProcess } from './reads.ts';
import { Backup, DatabaseStatus, MailQueueType, MigrationStatus, ServerProcess } from './types.ts';

const limitSettings = [
  'POINTS_PER_MINUTE',
  'MUTATIONS_PER_MINUTE',
  'CODE_MINUTES',
  'SESSION_DAYS',
  'AUDIT_DAYS',
  'MAIL_DAYS',
] satisfies VariableName[];

const SettingType = builder.objectRef<ShownSetting>('Setting').implement({
  description: 'A setting of the installation.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the environment variable.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'The value. Null for secrets and other texts that may hold one.',
    }),
  }),
});

const System = builder.objectRef<object>('System').implement({
  description: 'State of an installation, for its operators.',
  fields: (t) => ({
    process: t.field({
      type: ServerProcess,
      complexity: cost({ statements: 0 }),
      description: 'The process that answers this request, with its load.',
      resolve: (_system, _args, context) => readProcess(context),
    }),
    database: t.field({
      type: DatabaseStatus,
      description: 'The primary database.',
      complexity: cost({ statements: 1 }),
      resolve: (_system, _args, { database }) => readDatabase(database),
    }),
    migrations: t.field({
      type: MigrationStatus,
      description: 'Migrations of the database.',
      complexity: cost({ statements: 1 }),
      resolve: (_system, _args, { database }) => readMigrationState(database),
    }),
    mailQueue: t.field({
      type: MailQueueType,
      description: 'Emails that wait or failed.',
      complexity: cost({ statements: 5 }),
      resolve: (_system, _args, { database }) => readMailQueue(database),
    }),
    lastBackup: t.field({
      type: Backup,
      nullable: true,
      description: 'The last backup whose job has recorded it. Null if there was none.',
      complexity: cost({ statements: 1 }),
      resolve: (_system, _args, { database }) => database.lastBackup.findFirst(),
    }),
    limits: t.field({
      type: [SettingType],
      description: 'Settings that are limits or retention periods.',
      complexity: cost({ statements: 0, entries: limitSettings.length }),
      resolve: (_system, _args, { settings }) =>
        settings.shown.filter(({ name }) => limitSettings.some((each) => each === name)),
    }),
    changedSettings: t.field({
      type: [SettingType],
      description: 'Settings that differ from their defaults.',
      complexity: cost({ statements: 0, entries: 20 }),
      resolve: (_system, _args, { settings }) =>
        settings.shown.filter(({ isDefault }) => !isDefault),
    }),
  }),
});

builder.queryFields((t) => ({
  system: t.field({
    type: System,
    nullable: true,
    description:
      'State of the installation, for its operators. Requires `system:read`. ACCESS_TOKEN_REFUSED with an access token.',
    authScopes: { can: 'system:read' },
    resolve: () => ({}),
  }),
}));
