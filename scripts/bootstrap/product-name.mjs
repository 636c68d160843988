/** The product's name, checked before packages are installed. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const identifierOf = (name) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

export const nameOfFolder = (folder) =>
  basename(folder)
    .split(/[-_ ]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Names of databases and roles that each PostgreSQL has or refuses. */
const reserved = ['none', 'postgres', 'public', 'template0', 'template1'];

export function nameProblem(name, root) {
  const identifier = identifierOf(name);
  if (!/^\p{L}[\p{L}\p{N} ._-]{0,49}$/u.test(name) || !/^[a-z]/.test(identifier)) {
    const problem = name ? `"${name}" cannot be the name.` : 'The name is missing.';
    return `${problem} A name has 1 to 50 letters, digits, spaces, dots, hyphens or underscores and begins with a letter from A to Z.`;
  }
  if (reserved.includes(identifier)) {
    return `"${name}" cannot be the name: PostgreSQL reserves "${identifier}".`;
  }
  const file = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = Object.keys({ ...file.dependencies, ...file.devDependencies });
  const used = packages.find((each) => each === identifier || each.startsWith(`@${identifier}/`));
  return used && `"${name}" cannot be the name: the product uses the package ${used}.`;
}
