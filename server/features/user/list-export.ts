import type { User } from '#server/generated/prisma/client.ts';
import { statusOf } from '#server/graphql/types/user-status.ts';
import { defineExport, readChoice, readFlag, readPeriod } from '#server/list-export/list-export.ts';
import { highestRole, roleNames } from '#shared/permissions.ts';
import { userConditions } from './schema.ts';

export const listExport = defineExport<User>({
  name: 'users',
  model: 'User',
  permission: 'user:list',
  fresh: true,
  orders: {
    CREATED_AT: 'createdAt',
    UPDATED_AT: 'updatedAt',
    NAME: 'nameKey',
    EMAIL: 'email',
    LAST_ACTIVE_AT: 'lastActiveSortAt',
  },
  columns: [
    { header: 'id', value: (user) => user.id },
    { header: 'name', value: (user) => user.name },
    { header: 'email', value: (user) => user.email },
    { header: 'role', value: (user) => highestRole(user.role) },
    { header: 'status', value: statusOf },
    { header: 'language', value: (user) => user.language },
    { header: 'createdAt', value: (user) => user.createdAt },
    { header: 'lastActiveAt', value: (user) => user.lastActiveAt },
  ],
  conditions: (search, context) =>
    userConditions(context, {
      searchTerm: search.get('searchTerm'),
      filter: {
        role: readChoice(search, 'role', roleNames),
        status: readChoice(search, 'status', ['active', 'invited', 'banned'] as const),
        isServiceAccount: readFlag(search, 'isServiceAccount'),
        createdAt: readPeriod(search, 'created'),
      },
    }),
});
