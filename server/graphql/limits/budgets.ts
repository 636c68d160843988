/** Budgets of points: whose they are, and what a request takes from them. */
import { personOf } from '#server/auth/sessions/known-people.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import type { Quota } from '#server/http/rate-limit-headers.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { type Budget, createBudgets } from '#server/network/budget.ts';
import { type ClientNetwork, clientNetworks } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';
import { pointBudget } from './limits.ts';

export type RequestCost = {
  requested: number;
  budget: Budget;
  /** Mutations left this minute, after counting this request's. */
  mutations?: Quota;
  /** Reads the same quota without counting. */
  readMutations(): Promise<Quota>;
};

export function tokenIdOf(viewer: Viewer | null): string | undefined {
  return viewer?.accessToken?.id;
}

type Charged = { viewer: Viewer | null; demo: Settings['demo'] };

/**
 * Who a request is charged to, smallest first: the person, or an anonymous client's networks. A person is charged for
 * all their access tokens and service accounts.
 */
export function principalsOf({ viewer, demo }: Charged): [ClientNetwork, ...ClientNetwork[]] {
  // Visitors share accounts.
  if (demo) return networksOfClient();
  return viewer ? [{ name: personOf(viewer), share: 1 }] : networksOfClient();
}

/**
 * Who a request's mutations are counted for. All access tokens of a person share a count of their own: a leaked one must
 * not keep the person from revoking it.
 */
export function mutationPrincipal(charged: Charged): string {
  const [{ name }] = principalsOf(charged);
  return charged.viewer?.accessToken ? `tokens ${name}` : name;
}

function networksOfClient(): [ClientNetwork, ...ClientNetwork[]] {
  const [smallest, ...larger] = clientNetworks(currentRequest()?.client ?? 'unknown');
  return [smallest ?? { name: 'unknown', share: 1 }, ...larger];
}

export const createPointBudgets = (perMinute: number, clock?: () => number) =>
  createBudgets({
    limit: perMinute,
    windowSeconds: pointBudget.windowSeconds,
    maxBudgets: pointBudget.principals,
    ...(clock && { clock }),
  });

export const pointQuota = ({ limit, remaining, secondsToFull }: Budget): Quota => ({
  name: 'points',
  limit,
  windowSeconds: pointBudget.windowSeconds,
  remaining,
  resetSeconds: secondsToFull,
});
