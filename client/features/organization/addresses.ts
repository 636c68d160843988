/** A name in quotes, such as `"Lovelace, Ada"`. */
const quotedName = /"[^"\n]*"/g;
/** What is around an address: spaces, brackets and quotes. */
const around = /[\s,<>()[\]"'،]+/u;

/** Where each person in a text ends. With addresses in angle brackets, a comma may be part of a name. */
const endsOf = (text: string) => (/<[^<>]*@/.test(text) ? /[;|؛\n]+/u : /[,;|،؛\n]+/u);

/**
 * The addresses in a text that was typed or pasted, each once: `Ada <ada@example.org>; …`. What holds no address is
 * kept as it is, to be refused instead of forgotten.
 */
export function readAddresses(text: string): string[] {
  const people = text.replace(quotedName, ' ').split(endsOf(text));
  const found = people.flatMap((person) => {
    const words = person.split(around).map((word) => word.replace(/^mailto:/i, ''));
    const addresses = words.filter((word) => word.includes('@'));
    return addresses.length > 0 ? addresses : [words.filter(Boolean).join(' ')];
  });
  const unique = new Map(found.filter(Boolean).map((each) => [each.toLowerCase(), each]));
  return [...unique.values()];
}
