/** Answers of mutations as they are stored: encrypted, since they may hold a secret that is shown once. */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import type { Hmac } from '#server/auth/hmac.ts';
import { idempotency } from './limits.ts';

type Stored = {
  data: Record<string, unknown> | null;
  errors?: Pick<GraphQLError, 'message' | 'path' | 'positions' | 'extensions'>[];
};

/** Encrypts and decrypts answers by a key that is derived from the installation's secret. */
export function createStoredAnswers(hmac: Hmac) {
  const keys = hmac.accepted('idempotent answer', 'encryption');

  return {
    /** The text to store. Empty for an answer that is too long. */
    async seal({ data, errors }: ExecutionResult): Promise<string> {
      const stored: Stored = {
        data: data ?? null,
        ...(errors && {
          errors: errors.map(({ message, path, positions, extensions }) => {
            return { message, path, positions, extensions };
          }),
        }),
      };
      const text = JSON.stringify(stored);
      if (text.length > idempotency.answerCharacters) return '';
      return symmetricEncrypt({ key: keys[0], data: text });
    },

    /** The stored answer to a mutation of `document`; undefined if there is none. */
    async open(
      stored: string | null,
      document: DocumentNode,
    ): Promise<ExecutionResult | undefined> {
      if (!stored) return undefined;
      const { data, errors }: Stored = JSON.parse(
        await Promise.any(keys.map((key) => symmetricDecrypt({ key, data: stored }))),
      );
      const source = document.loc?.source;
      return {
        ...(errors && {
          errors: errors.map(
            ({ message, ...details }) => new GraphQLError(message, { ...details, source }),
          ),
        }),
        data,
        extensions: { http: { headers: { 'idempotency-replayed': 'true' } } },
      };
    },
  };
}
