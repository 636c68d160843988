import { type Context, isViewer, viewerCan } from '#server/graphql/context.ts';

export function canResetPasskeys(context: Context, userId: string): boolean {
  return (
    context.viewer?.session != null &&
    viewerCan(context, 'passkey:reset') &&
    !isViewer(context, userId)
  );
}
