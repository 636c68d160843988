import type { Values, VariableName } from './parse.ts';
import type { Variable } from './schemas.ts';
import { variables } from './variables.ts';

export type ShownSetting = {
  name: VariableName;
  /** Null if it is hidden. */
  value: string | null;
  isDefault: boolean;
};

const names = Object.keys(variables) as VariableName[];

/** Numbers and flags can't hold a secret. Text is hidden unless the setting is declared public. */
function isShown(name: VariableName, value: unknown): boolean {
  const { isSecret, isPublic }: Variable = variables[name];
  if (isSecret) return false;
  return isPublic === true || typeof value === 'number' || typeof value === 'boolean';
}

/** Every setting that has a value, as managers may see it. */
export function showSettings(values: Values): ShownSetting[] {
  return names.flatMap((name) => {
    const value: unknown = values[name];
    if (value === undefined) return [];
    const standard: unknown = variables[name].schema.safeParse(undefined).data;
    return {
      name,
      value: isShown(name, value) ? (Array.isArray(value) ? value.join(', ') : `${value}`) : null,
      isDefault: JSON.stringify(value) === JSON.stringify(standard),
    };
  });
}
