import type { RuleErrorCode } from '#shared/errors.ts';

/** Options of `safeParse`: a rule without an error code has this one. */
export const defaultCode = { error: (): RuleErrorCode => 'VALUE_REQUIRED' };
