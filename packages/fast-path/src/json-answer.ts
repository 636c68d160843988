/** Serializes results with Yoga's own function, but without a `Response`. */
import type { ExecutionResult } from 'graphql';
import { processRegularResult } from 'graphql-yoga';

export type JsonAnswer = {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
};

class PlainResponse implements JsonAnswer {
  readonly body: string;
  readonly status: number;
  readonly headers: JsonAnswer['headers'];
  constructor(body: string, { status, headers }: Omit<JsonAnswer, 'body'>) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

const fetchApi = { Response: PlainResponse } as unknown as Parameters<
  typeof processRegularResult
>[1];

const mediaTypes = ['application/graphql-response+json', 'application/json'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** Negotiates the media type like Yoga: the first accepted one. Returns undefined if neither is accepted. */
export function findMediaType(accept: string | null): MediaType | undefined {
  for (const entry of (accept || '*/*').replace(/\s/g, '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = entry.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset && charset !== 'charset=utf-8') continue;
    if (type === '*/*' || type === 'application/*') return 'application/json';
    const known = mediaTypes.find((mediaType) => mediaType === type);
    if (known) return known;
    if (type.includes('*')) return undefined;
  }
  return undefined;
}

export function toJsonAnswer(result: ExecutionResult, mediaType: MediaType): JsonAnswer {
  return processRegularResult(result as never, fetchApi, mediaType) as unknown as JsonAnswer;
}
