/**
 * What stands there when no texts could be had. The build has put it into index.html, once per
 * language, from the very texts that are missing now.
 */
export function unreachablePage(): Node {
  const { content } = document.querySelector('template') as HTMLTemplateElement;
  return content.querySelector(`[lang=${document.documentElement.lang}]`) as Node;
}
