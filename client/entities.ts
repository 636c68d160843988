import { repository } from '#client/features/repository/entity.ts';
import { user } from '#client/features/user/entity.ts';
import type { Entity } from '#client/lib/entity.ts';

/** Every entity that has pages. entities.graphql spreads its fragments. */
export const entities: readonly Entity<never>[] = [repository, user];
