import { isImpersonated } from '#server/auth/viewer.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError } from '#server/graphql/errors.ts';
import type { SenderName } from '#server/mail/mailer.ts';

/**
 * The viewer's name, for emails that they send.
 *
 * @throws FORBIDDEN while impersonating, because the email would name someone else
 */
export function senderName({ viewer }: Pick<Context, 'viewer'>): SenderName {
  if (isImpersonated(viewer)) {
    throw apiError('FORBIDDEN', 'Refused while impersonating: the email would name someone else.');
  }
  return (viewer?.user.name ?? '') as SenderName;
}
