/** Query of GET /admin/list-users. better-auth would accept any column and any number of rows. */
import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { roleNames } from '#shared/permissions.ts';
import { searchTerm } from '#shared/rules/search.ts';

const wholeNumber = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`))
    .transform(Number);

export const listUsersQuery = z.strictObject({
  limit: wholeNumber(3).pipe(z.number().min(1).max(limits.pageSizeMax)).default(limits.pageSize),
  offset: wholeNumber(6).optional(),
  searchValue: z.optional(searchTerm),
  searchField: z.enum(['email', 'name']).optional(),
  searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).optional(),
  sortBy: z.enum(['email', 'name', 'createdAt']).optional(),
  sortDirection: z.enum(['asc', 'desc']).optional(),
  filterField: z.literal('role').optional(),
  filterValue: z.enum(roleNames).optional(),
  filterOperator: z.literal('eq').optional(),
});
