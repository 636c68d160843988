/**
 * Wraps each text in `<font>` elements, now and whenever one is added, as translators of browsers do. Returns a function that stops it. Also
 * runs in browsers as an init script: it refers to nothing outside.
 */
export function translateTexts(): () => void {
  const wrap = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    if (root instanceof Text) found.push(root);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, title')) continue;
      const outer = document.createElement('font');
      text.replaceWith(outer);
      outer.appendChild(document.createElement('font')).append(text.data);
    }
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(wrap);
  });
  wrap(document.documentElement);
  observer.observe(document.documentElement, { childList: true, subtree: true });
  return () => observer.disconnect();
}
