import { parseSync, Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';

const attribute = 'data-source';

/** Opens a file in the editor with Vite's own endpoint, which asks `LAUNCH_EDITOR` or finds the editor that runs. */
const openOnClick = `
addEventListener('click', (event) => {
  if (!event.altKey || !(event.target instanceof Element)) return;
  const clicked = event.target.closest('[${attribute}]');
  const fileOf = (element) => element.getAttribute('${attribute}').split(':')[0];
  let element = clicked;
  while (event.shiftKey && element && fileOf(element) === fileOf(clicked)) {
    element = element.parentElement?.closest('[${attribute}]');
  }
  if (!element) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  void fetch('/__open-in-editor?file=' + encodeURIComponent(element.getAttribute('${attribute}')));
}, true);`;

/** Adds the file, line and column to each element of HTML, in front of its other attributes. */
function withPlaces(code: string, file: string): string {
  const inserts: { at: number; text: string }[] = [];
  new Visitor({
    JSXOpeningElement({ name, start }) {
      if (name.type !== 'JSXIdentifier' || !/^[a-z]/.test(name.name)) return;
      const lines = code.slice(0, start).split('\n');
      const place = `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
      inserts.push({ at: name.end, text: ` ${attribute}="${file}:${place}"` });
    },
  }).visit(parseSync(file, code).program);
  return inserts
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, insert) => text.slice(0, insert.at) + insert.text + text.slice(insert.at), code);
}

/**
 * Vite plugin for development: Alt+click opens the component that an element is in, Alt+Shift+click the one around it.
 */
export function openSource(): Plugin {
  return {
    name: 'open-source',
    apply: 'serve',
    enforce: 'pre',
    transform: {
      filter: { id: /\/client\/.*\.tsx$/ },
      handler(code, id) {
        const file = id.slice(id.lastIndexOf('/client/') + 1);
        // Lines stay as they are, so the source map does too.
        return { code: withPlaces(code, file), map: null };
      },
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'module' }, children: openOnClick, injectTo: 'body' },
    ],
  };
}
