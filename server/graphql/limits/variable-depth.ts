/** Limits the depth of variables, before code that visits them recursively can overflow the stack. */
import type { Plugin } from 'graphql-yoga';
import { malformedRequest } from '#server/graphql/errors.ts';
import { documentLimits } from './limits.ts';

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Also checks variables that the document doesn't declare. */
export const areTooDeep = (variables: unknown) => isDeeper(variables, documentLimits.variableDepth);

export const limitVariables: Plugin = {
  onParams({ params: { variables } }) {
    if (!areTooDeep(variables)) return;
    throw malformedRequest(
      `The variables are more than ${documentLimits.variableDepth} levels deep.`,
    );
  },
};
