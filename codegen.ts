/**
 * Generates typed, pre-parsed documents next to the client's .graphql files, so the browser ships no GraphQL
 * parser.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { formatDocument, stringifyDocument } from '@urql/core';
import { type DocumentNode, type FieldNode, parse, type SelectionSetNode, visit } from 'graphql';

const scalars = { Date: 'string', DateTime: 'string', URL: 'string' };

/** Sent by a plain fetch before the urql client exists, so it needs types but no hook. */
const sessionDocument = 'client/features/session/session.graphql';

function selectionSet(text: string): SelectionSetNode {
  const [definition] = parse(text).definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error(`${text} is no selection set`);
  return definition.selectionSet;
}

const errors = selectionSet('{ errors { code field } }');
const pageInfo = selectionSet('{ pageInfo { hasNextPage endCursor } }');

const names = ({ selections }: SelectionSetNode) =>
  selections.map((selection) => selection.kind === 'Field' && selection.name.value);

/** Adds fields to those that `field` selects. */
function withFields(field: FieldNode, { selections: added }: SelectionSetNode): FieldNode {
  const { selectionSet } = field;
  if (!selectionSet) return field;
  const selections = [...selectionSet.selections, ...added];
  return { ...field, selectionSet: { ...selectionSet, selections } };
}

const isPage = ({ selectionSet, arguments: given }: FieldNode) =>
  selectionSet &&
  names(selectionSet).includes('nodes') &&
  given?.some(({ name }) => name.value === 'after');

/**
 * Adds to operations what code that all features share reads: the errors of mutations, and the places of pages in their
 * lists. Not to fragments, which the documents of other files include as they are written.
 */
const withSharedFields = (document: DocumentNode): DocumentNode =>
  visit(document, {
    FragmentDefinition: () => false,
    OperationDefinition({ operation, selectionSet, ...rest }) {
      if (operation !== 'mutation') return undefined;
      const selections = selectionSet.selections.map((field) =>
        field.kind === 'Field' ? withFields(field, errors) : field,
      );
      return { ...rest, operation, selectionSet: { ...selectionSet, selections } };
    },
    Field: (field) => (isPage(field) ? withFields(field, pageInfo) : undefined),
  });

/** The documents' texts by ID. client/build/pages.ts copies them for the server. */
const texts = new Map<string, string>();

/** Identifies a document as in the GraphQL over HTTP specification, appendix A "Persisted Documents". */
function identify(text: string): { documentId: string } {
  const documentId = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  texts.set(documentId, text);
  return { documentId };
}

function writeTexts(): void {
  identify(readFileSync(sessionDocument, 'utf8'));
  const json = JSON.stringify(Object.fromEntries(texts));
  writeFileSync('client/generated/documents.json', json);
}

const config: CodegenConfig = {
  schema: 'schema.graphql',
  errorsOnly: true,
  hooks: { beforeDone: writeTexts },
  generates: {
    'client/graphql/schema.generated.ts': {
      plugins: ['typescript'],
      config: { scalars, enumsAsTypes: true },
    },
    'client/graphql/cache-types.generated.ts': { plugins: ['./client/build/cache-types.ts'] },
    'client/features/session/session.generated.ts': {
      documents: sessionDocument,
      plugins: ['typescript-operations'],
      config: { scalars },
    },
    'client/': {
      documents: ['client/**/*.graphql', `!${sessionDocument}`],
      preset: 'near-operation-file',
      presetConfig: {
        extension: '.generated.ts',
        baseTypesPath: 'graphql/schema.generated.ts',
        importTypesNamespace: 'Types',
      },
      plugins: ['typescript-operations', 'typed-document-node'],
      documentTransforms: [
        {
          transform: ({ documents }) =>
            documents.map((file) =>
              file.document ? { ...file, document: withSharedFields(file.document) } : file,
            ),
        },
      ],
      config: {
        scalars,
        documentMode: 'documentNodeImportFragments',
        documentNodeImport: 'urql#TypedDocumentNode',
        dedupeFragments: true,
        importExtension: '.ts',
        useTypeImports: true,
        // urql sends this text: the cache adds `__typename`.
        unstable_onExecutableDocumentNode: (document: DocumentNode) =>
          identify(stringifyDocument(formatDocument(document))),
      },
    },
  },
};

export default config;
