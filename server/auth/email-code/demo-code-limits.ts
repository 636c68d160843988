import type { CodeLimits } from './code-limits.ts';

/** The demo sends no mails and its code is public, and all visitors share its few addresses: only networks count. */
export function demoCodeLimits({ countTry }: CodeLimits): Partial<CodeLimits> {
  const unlimited = async () => 0;
  return {
    countRequestOfAll: unlimited,
    countMailToDevice: unlimited,
    countMail: unlimited,
    countGuessOfDevice: (_email, client) => countTry(client),
    countGuess: (_email, _browser, client) => countTry(client),
    resetGuess: async () => {},
  };
}
