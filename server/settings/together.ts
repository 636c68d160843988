import type { Values } from './parse.ts';

type Together<Name extends keyof Values> = { [Each in Name]-?: NonNullable<Values[Each]> };

const areSet = <Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): values is Values & Together<Name> => names.every((name) => values[name] !== undefined);

/** Returns the values if all are set, or the missing names if only some are. */
export function readTogether<Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): { all?: Together<Name>; missing: Name[] } {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return { missing: [] };
  return areSet(values, names) ? { all: values, missing } : { missing };
}
