import { names, type Values, type VariableName } from './parse.ts';
import { exampleOf, type Variable } from './schemas.ts';
import { groups, variables } from './variables.ts';

export type ShownSetting = {
  name: VariableName;
  /** Null if it is hidden. */
  value: string | null;
  isDefault: boolean;
};

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

const lineLength = 100;

function comment(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= lineLength) lines[lines.length - 1] = longer;
    else lines.push(`# ${word}`);
  }
  return lines;
}

function describe([name, variable]: [string, Variable]): string[] {
  const value = variable.isSecret ? '' : exampleOf(variable);
  return [...comment(variable.description), `#${name}=${value}`];
}

export function renderEnvExample(): string {
  const sections = groups.map(({ title, description = '', variables }) => [
    `# --- ${title} `.padEnd(lineLength, '-'),
    ...(description ? [...comment(description), ''] : []),
    ...Object.entries(variables).flatMap(describe),
  ]);
  const intro = comment(
    'Every setting. Copy this file to .env and uncomment the settings you change. The environment takes precedence over .env, and an empty value counts as unset. An invalid value prevents startup; the error names it. Each setting can also be read from a file, for example AUTH_SECRET_FILE=/run/secrets/auth_secret.',
  );
  return `${[intro, ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
