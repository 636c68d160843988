/** Stored responses of mutations: compressed, and encrypted because they contain names and addresses. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { type ExecutionResult, GraphQLError, type Source } from 'graphql';
import type { Hmac } from '#server/auth/hmac.ts';
import { idempotency } from '#server/graphql/limits/limits.ts';
import type { Rights } from './replay-rights.ts';

const [compress, expand] = [promisify(deflateRaw), promisify(inflateRaw)];

type Stored = {
  data: Record<string, unknown> | null;
  errors?: Pick<GraphQLError, 'message' | 'path' | 'positions' | 'extensions'>[];
  rights: Rights;
};

/** Encrypts and decrypts with a key derived from the installation's secret. */
export function createStoredAnswers(hmac: Hmac) {
  const keys = hmac.accepted('idempotent answer', 'encryption');

  return {
    /** Text to store. Empty if the response is too long. */
    async seal({ data, errors }: ExecutionResult, rights: Rights): Promise<string> {
      const stored: Stored = {
        rights,
        data: data ?? null,
        ...(errors && {
          errors: errors.map(({ message, path, positions, extensions }) => {
            return { message, path, positions, extensions };
          }),
        }),
      };
      const text = JSON.stringify(stored);
      if (text.length > idempotency.answerCharacters) return '';
      const compressed = await compress(text);
      return symmetricEncrypt({ key: keys[0], data: compressed.toString('base64') });
    },

    /** Decrypts a stored response. Its errors refer to `source`. */
    async open(
      sealed: string,
      source: Source | undefined,
    ): Promise<{ rights: Rights; result: ExecutionResult }> {
      const data = await Promise.any(keys.map((key) => symmetricDecrypt({ key, data: sealed })));
      const text = (await expand(Buffer.from(data, 'base64'))).toString();
      const { rights, errors, ...stored }: Stored = JSON.parse(text);
      const result = {
        ...(errors && {
          errors: errors.map(
            ({ message, ...details }) => new GraphQLError(message, { ...details, source }),
          ),
        }),
        data: stored.data,
        extensions: { http: { headers: { 'idempotency-replayed': 'true' } } },
      };
      return { rights, result };
    },
  };
}
