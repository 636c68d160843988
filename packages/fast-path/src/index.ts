/** Answers POSTs of known documents on node:http, and passes everything else to the web framework. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { findMediaType, type JsonAnswer, type MediaType, toJsonAnswer } from './json-answer.ts';
import {
  createKnownDocuments,
  type DocumentCache,
  type KnownDocuments,
} from './known-documents.ts';
import { findOperation, type Operation, type OperationOptions } from './operation.ts';

export type Answer = JsonAnswer;

export type Exchange = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  toAnswer(result: ExecutionResult): Answer;
};

export type FastPathOptions = OperationOptions & {
  path: string;
  /** Longer bodies are passed to the framework. */
  maxBytes: number;
  isPlain(incoming: IncomingMessage): boolean;
  /** Executes the operation and sends the response. Must not reject. */
  answer(operation: Operation, exchange: Exchange): Promise<void>;
};

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Reads the body, or undefined if the client disconnected. Node's parser never reads beyond Content-Length. */
function readAll(incoming: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () =>
      done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    );
    incoming.once('close', () => done(undefined));
    incoming.once('error', () => done(undefined));
  });
}

function createListener(documents: KnownDocuments, options: FastPathOptions) {
  const { path, maxBytes, isPlain, answer } = options;

  function findType(incoming: IncomingMessage): MediaType | undefined {
    const { method, url, headers } = incoming;
    const length = Number(headers['content-length']);
    if (method !== 'POST' || url !== path || !(length > 0 && length <= maxBytes)) return undefined;
    if (headers['content-encoding'] !== undefined || !isPlain(incoming)) return undefined;
    return findMediaType(headers.accept ?? null);
  }

  async function serve(exchange: Exchange, next: Listener): Promise<void> {
    const { incoming, outgoing } = exchange;
    const body = await readAll(incoming);
    if (!body) return;
    const operation = findOperation(body, documents, options);
    if (operation) await answer(operation, exchange);
    // @hono/node-server reads `rawBody` instead of the consumed stream.
    else next(Object.assign(incoming, { rawBody: body }), outgoing);
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse, next: Listener): void => {
    const mediaType = findType(incoming);
    if (mediaType) {
      const toAnswer = (result: ExecutionResult) => toJsonAnswer(result, mediaType);
      void serve({ incoming, outgoing, toAnswer }, next);
    } else next(incoming, outgoing);
  };
}

/** `cache` is Yoga's `documentCache`. Yoga needs `plugin`, because only documents that it found valid are known. */
export function createFastPath(cache: DocumentCache) {
  const documents = createKnownDocuments(cache);
  return {
    plugin: documents.plugin,
    listener: (options: FastPathOptions) => createListener(documents, options),
  };
}
