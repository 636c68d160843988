import { Fragment, type ReactNode } from 'react';
import { useCaptcha } from '#client/features/auth/captcha/captcha.tsx';

/** Headers of a request that prove a solved challenge. */
export type Solution = Record<string, string>;

/** What a person must solve before a code is sent. */
export type Challenge = {
  name: string;
  /**
   * Shows the challenge, if there is one, and waits for its solution.
   *
   * @throws {ApiError} if it fails
   */
  solve: () => Promise<Solution>;
  widget: ReactNode;
};

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
