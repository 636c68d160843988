/** Actions that an unlocked computer or a stolen cookie must not suffice for: they need a recent proof of identity. */
import { freshMinutes, isFresh, isImpersonated } from '#server/auth/viewer.ts';
import type { Context } from './context.ts';
import { apiError, userError } from './errors.ts';
import { tokenRefusal } from './refusal.ts';

export type FreshRule<Input = unknown> = {
  /** Access tokens with the scope may do it too, since creating them required a fresh session. */
  byToken?: true;
  /** Required for some input only. `what` completes “… requires a fresh session”. */
  only?: {
    what: string;
    isNeeded(input: Input, context: Context): boolean | Promise<boolean>;
  };
};

export function describeFresh<Input>({ byToken, only }: FreshRule<Input>): string {
  const subject = only ? `${only.what} requires` : 'Requires';
  return [
    `${subject} a proof of identity within the last ${freshMinutes} minutes.`,
    ...(byToken ? ['An access token needs none.'] : []),
    ...(only && !byToken ? ['It is ACCESS_TOKEN_REFUSED with an access token.'] : []),
  ].join(' ');
}

/** @throws {UserErrors} SESSION_NOT_FRESH if this input needs a proof of identity, and there is none */
export async function enforceFresh<Input>(
  rule: FreshRule<Input>,
  input: Input,
  context: Context,
): Promise<void> {
  if (rule.only && !(await rule.only.isNeeded(input, context))) return;
  if (rule.byToken && context.viewer?.accessToken) return;
  requireFreshSession(context);
}

/** @throws {UserErrors} SESSION_NOT_FRESH if the viewer hasn't proved their identity recently */
export function requireFreshSession({ viewer }: Pick<Context, 'viewer'>): void {
  if (viewer?.accessToken) throw tokenRefusal();
  if (isImpersonated(viewer)) {
    throw apiError('FORBIDDEN', 'This is refused while impersonating.');
  }
  if (!viewer?.session || !isFresh(viewer.session)) throw userError('SESSION_NOT_FRESH');
}
