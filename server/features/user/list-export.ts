import type { User } from '#server/generated/prisma/client.ts';
import { statusOf } from '#server/graphql/types/user-status.ts';
import { defineExport } from '#server/list-export/list-export.ts';
import { highestRole } from '#shared/permissions.ts';
import { type ListedUsers, userConditions } from './schema.ts';

export const listExport = defineExport<User, ListedUsers>({
  name: 'users',
  field: 'users',
  model: 'User',
  permission: 'user:list',
  fresh: true,
  columns: [
    'id',
    'name',
    'email',
    { header: 'role', value: (user) => highestRole(user.role) },
    { header: 'status', value: statusOf },
    'language',
    'createdAt',
    'lastActiveAt',
  ],
  conditions: (args, context) => userConditions(context, args),
});
