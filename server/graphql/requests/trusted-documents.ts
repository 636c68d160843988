/** Documents of the built client, which sends their IDs instead of their text. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'graphql-yoga';
import { badRequest } from '#server/graphql/errors.ts';

/** Reads the documents listed by client/build/documents.ts. Empty if the client isn't built. */
export function readTrustedDocuments(folder: string) {
  const file = join(folder, 'documents.json');
  const byId = new Map<string, string>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [],
  );
  const texts = new Set(byId.values());
  return {
    textOf: (id: string) => byId.get(id),
    has: (text: string | undefined) => text !== undefined && texts.has(text),
  };
}

export type TrustedDocuments = ReturnType<typeof readTrustedDocuments>;

/** Accepts `documentId` instead of `query` (GraphQL over HTTP, appendix A "Persisted Documents"). */
export function persistedDocuments(trusted: TrustedDocuments): Plugin {
  return {
    onParams({ request, params, setParams }) {
      const { documentId: sent, ...rest } = params as typeof params & { documentId?: unknown };
      const id =
        request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : sent;
      if (id === null || id === undefined) return;
      if (rest.query != null) throw badRequest('Send either documentId or query.');
      const query = typeof id === 'string' ? trusted.textOf(id) : undefined;
      if (query === undefined) {
        throw badRequest('No document has this documentId. Send its text in query.', {
          code: 'PERSISTED_DOCUMENT_NOT_FOUND',
        });
      }
      setParams({ ...rest, query });
    },
  };
}
