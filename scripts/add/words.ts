import { CliError } from '#server/progress.ts';
import { namesOf } from './names.ts';

/** Words that can't be variables in modules (ECMA-262, 12.7.2), and others that the templates use. */
const reserved = new Set(
  `arguments as async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function get if implements import in instanceof interface let new null of package private protected
  public return set static super switch this throw true try typeof undefined var void while with yield context database
  transaction`.split(/\s+/),
);

/** @throws {CliError} for a name that the language doesn't allow */
export function refuseWord(name: string, what: string): void {
  const { camel, pascal } = namesOf(name);
  if (reserved.has(camel) || Object.hasOwn(globalThis, pascal)) {
    throw new CliError(`${what} has a name that JavaScript uses.`, 'Choose another name.');
  }
}
