import { Fragment } from 'react';
import { useCaptcha } from './captcha/use-captcha.tsx';
import type { Challenge, Solution } from './challenge.ts';

/** All challenges of this installation. */
export function useChallenge(): Pick<Challenge, 'solve' | 'widget'> {
  const challenges: Challenge[] = [useCaptcha()];
  return {
    async solve() {
      const solution: Solution = {};
      for (const challenge of challenges) Object.assign(solution, await challenge.solve());
      return solution;
    },
    widget: challenges.map(({ name, widget }) => <Fragment key={name}>{widget}</Fragment>),
  };
}
