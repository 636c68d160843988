/** Recovery code format: 12 random characters in groups of 4, 54 bits in all. */
import { randomInt } from 'node:crypto';

/** Capital letters and digits that don't look alike in print. */
const characters = '3479ACDEFGHJKMNPQRTVWXY';
const groupLength = 4;
const groups = 3;

const pattern = new RegExp(`^[${characters}]{${groups * groupLength}}$`);
/** With room for separators. */
const maxEntered = 40;

const newGroup = () =>
  Array.from({ length: groupLength }, () => characters[randomInt(characters.length)]).join('');

export const newRecoveryCode = () => Array.from({ length: groups }, newGroup).join('-');

/** Returns the code without separators in capitals, or null for what can't be one. */
export function readRecoveryCode(entered: string): string | null {
  if (entered.length > maxEntered) return null;
  const code = entered.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return pattern.test(code) ? code : null;
}
