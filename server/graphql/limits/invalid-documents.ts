/** Charges for invalid documents, because parsing and validating them takes time too. */
import type { Plugin } from 'graphql-yoga';
import type { Budget } from '#server/network/budget.ts';
import { prices } from './limits.ts';
import { overBudget } from './request-limits.ts';

/** Rejects documents before parsing if the budget is empty. */
export function chargeInvalid<Incoming extends object>(
  budgetOf: (incoming: Incoming) => Budget,
): Plugin<Incoming> {
  const charge = (incoming: unknown) => budgetOf(incoming as Incoming).charge(prices.notExecuted);

  return {
    onParams({ context }) {
      const budget = budgetOf(context as Incoming);
      const excess = budget.remaining < 1 ? overBudget(1, budget) : undefined;
      if (excess) throw excess;
    },
    onParse:
      ({ context }) =>
      ({ result }) => {
        if (result instanceof Error) charge(context);
      },
    onValidate:
      ({ context }) =>
      ({ valid }) => {
        if (!valid) charge(context);
      },
  };
}
