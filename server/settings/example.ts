import { exampleOf } from './parse.ts';
import type { Variable } from './schemas.ts';
import { groups } from './variables.ts';

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
