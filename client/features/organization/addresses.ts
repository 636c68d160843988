/** The addresses in a text that was typed or pasted, separated by anything, each once: `Ada <ada@example.org>; …`. */
export function readAddresses(text: string): string[] {
  const words = text.split(/[\s,;<>()[\]"'|،؛]+/u).map((word) => word.replace(/^mailto:/i, ''));
  const found = words.filter((word) => word.includes('@'));
  const unique = new Map(found.map((address) => [address.toLowerCase(), address]));
  return [...unique.values()];
}
