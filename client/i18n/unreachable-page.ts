/**
 * The page shown when no texts could be loaded. build-unreachable.ts writes it into index.html in every
 * language.
 */
export function unreachablePage(): Node {
  const { content } = document.querySelector('template') as HTMLTemplateElement;
  return content.querySelector(`[lang=${document.documentElement.lang}]`) as Node;
}
