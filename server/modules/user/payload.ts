import type { GraphQLResolveInfo } from 'graphql';
import type { PayloadFields } from '#server/graphql/building/mutation.ts';
import { selection } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { User } from './schema.ts';

export async function userResult(context: Context, info: GraphQLResolveInfo, id: string) {
  const user = await context.database.user.findUniqueOrThrow({
    ...selection(context, info, { paths: [['user']] }),
    where: { id },
  });
  return { user };
}

export function userPayload(
  description: string,
): PayloadFields<Awaited<ReturnType<typeof userResult>>> {
  return (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: `${description} Null if the input was refused.`,
      resolve: (result) => result.user,
    }),
  });
}
