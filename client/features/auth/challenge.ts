import type { ReactNode } from 'react';

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
