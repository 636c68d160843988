import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatDocument, stringifyDocument } from 'urql';
import type { Plugin } from 'vite';

const document = /^(export const \w+Document = )(\{.*\})( as unknown as \w+<.*>;)$/gm;
const sessionDocument = new URL('../features/session/session.graphql', import.meta.url);

/** Document identifier per the GraphQL over HTTP specification, appendix A "Persisted Documents". */
function identify(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/**
 * Vite plugin that gives each document the `documentId` that graphql/send-by-id.ts sends instead of its text, and lists
 * the texts in documents.json, which the server reads but doesn't serve.
 */
export function trustedDocuments(): Plugin {
  const texts = new Map<string, string>();
  const add = (text: string) => {
    const id = identify(text);
    texts.set(id, text);
    return id;
  };
  return {
    name: 'trusted-documents',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      texts.clear();
      add(readFileSync(sessionDocument, 'utf8'));
    },
    transform: {
      filter: { id: /\.generated\.ts$/ },
      handler: (code) =>
        code.replace(document, (_, before: string, json: string, after: string) => {
          // urql sends this text: the cache adds `__typename`.
          const id = add(stringifyDocument(formatDocument(JSON.parse(json))));
          return `${before}{"documentId":"${id}",${json.slice(1)}${after}`;
        }),
    },
    generateBundle() {
      if (texts.size < 2) this.error('The documents are not where they were.');
      const source = JSON.stringify(Object.fromEntries(texts));
      this.emitFile({ type: 'asset', fileName: 'documents.json', source });
    },
  };
}
