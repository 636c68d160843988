/**
 * Mutations with an Idempotency-Key header: retries get the same response without another execution
 * (draft-ietf-httpapi-idempotency-key-header). The database stores the keys for all instances.
 */
import { randomUUID } from 'node:crypto';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { bucket, createRateLimit } from '#server/auth/limits/rate-limit.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { IdempotencyKey } from '#server/generated/prisma/client.ts';
import type { ContextServices, Viewer } from '#server/graphql/context.ts';
import { apiError, badRequest, rateLimited } from '#server/graphql/errors.ts';
import { tokenIdOf } from '#server/graphql/limits/budgets.ts';
import { idempotency } from '#server/graphql/limits/limits.ts';
import type { MutationArgs } from '#server/graphql/limits/request-limits.ts';
import { exhausted } from '#server/http/rate-limit-headers.ts';
import { type Claim, currentRequest, outsideRequest } from '#server/log/request-context.ts';
import { canonicalJson } from './canonical-json.ts';
import { maySeeAgain, readRights } from './replay-rights.ts';
import { withoutSecrets } from './secret-fields.ts';
import { createStoredAnswers } from './stored-answer.ts';

type Services = Pick<ContextServices, 'database' | 'hmac' | 'settings'>;
type Execute = () => Promise<ExecutionResult>;

const printable = new RegExp(`^[\\x20-\\x7e]{1,${idempotency.keyMax}}$`);
const perHour = idempotency.keysPerDay / 24;
const keyPolicy = {
  name: 'idempotency-keys',
  ...{ limit: idempotency.keysPerDay, windowSeconds: 24 * 60 * 60 },
};

const refused = (error: GraphQLError): ExecutionResult => ({ errors: [error] });

const inUse = () =>
  apiError(
    'IDEMPOTENCY_KEY_IN_USE',
    'A request with this Idempotency-Key is being executed. Try again in 1 second.',
  );

const notKept = () =>
  apiError(
    'IDEMPOTENCY_RESPONSE_NOT_KEPT',
    'The request with this Idempotency-Key has changed something, and its response is not repeated: it was lost or too long, or you may not see it any more. Read what was changed.',
  );

const hasData = ({ data }: ExecutionResult) =>
  Object.values(data ?? {}).some((value) => value !== null);

type Before = Pick<IdempotencyKey, 'answer' | 'writtenAt' | 'createdAt'>;

export function createIdempotency(
  { database, hmac, settings }: Services,
  mask: (error: unknown) => GraphQLError,
) {
  const rateLimit = createRateLimit(database, hmac);
  const answers = createStoredAnswers(hmac);

  /** Finds a request of the last 24 hours whose key was hashed with a previous secret. */
  async function findFormer(keyHashes: string[]) {
    if (keyHashes.length === 0) return null;
    const since = new Date(Date.now() - idempotency.hours * 3_600_000);
    return database.idempotencyKey.findFirst({
      where: { keyHash: { in: keyHashes }, createdAt: { gt: since } },
    });
  }

  /**
   * Claims the key. If a request of the last 24 hours holds it and has changed something or may still do so, returns
   * that request instead, after waiting for its transaction to commit.
   */
  async function take({ id, keyHash }: Claim, userId: string, fingerprint: string) {
    const taken = await database.$executeRaw`
      INSERT INTO "idempotency_key" AS k ("keyHash", "userId", "fingerprint", "claim")
      VALUES (${keyHash}, ${userId}, ${fingerprint}, ${id})
      ON CONFLICT ("keyHash") DO UPDATE
        SET "fingerprint" = excluded."fingerprint", "claim" = excluded."claim", "answer" = NULL, "writtenAt" = NULL,
          "createdAt" = now()
        WHERE k."createdAt" < now() - make_interval(hours => ${idempotency.hours}::int)
          OR (k."fingerprint" = excluded."fingerprint" AND k."answer" IS NULL AND k."writtenAt" IS NULL
            AND k."createdAt" < now() - make_interval(secs => ${idempotency.claimSeconds}::int))`;
    if (taken > 0) return undefined;
    const before = await database.idempotencyKey.findUnique({ where: { keyHash } });
    // The key was released in between, so the client retries.
    return before ?? { fingerprint, answer: null, writtenAt: null, createdAt: new Date() };
  }

  /** Stores a response, or an empty one if the user's responses exceed their limit. */
  async function keep({ id, keyHash }: Claim, userId: string, answer: string): Promise<void> {
    await database.$executeRaw`
      UPDATE "idempotency_key" SET "answer" = CASE WHEN ${answer.length}::int + (
          SELECT coalesce(sum(octet_length("answer")), 0) FROM "idempotency_key" WHERE "userId" = ${userId}
        ) <= ${idempotency.userCharacters}::int THEN ${answer} ELSE '' END
      WHERE "keyHash" = ${keyHash} AND "claim" = ${id}`;
  }

  /** Stores the response, or releases the key if nothing was changed. */
  async function settle(args: MutationArgs, claim: Claim, result: ExecutionResult): Promise<void> {
    const { contextValue, document, operation, schema } = args;
    const { id, keyHash } = claim;
    const { viewer } = contextValue;
    if (!viewer) return;
    try {
      if (!hasData(result)) {
        const where = { keyHash, claim: id };
        const { count } = await database.idempotencyKey.deleteMany({
          where: { ...where, writtenAt: null },
        });
        // The mutation failed after one of its transactions committed.
        if (count === 0) await database.idempotencyKey.updateMany({ where, data: { answer: '' } });
        return;
      }
      const data = withoutSecrets(schema, document, operation, result.data ?? {});
      const rights = await readRights({ ...contextValue, viewer });
      await keep(claim, viewer.user.id, await answers.seal({ ...result, data }, rights));
    } catch (error) {
      // The database knows whether the mutation has changed something.
      if (!databaseFault(error)) throw error;
    }
  }

  /** Executes a mutation whose transactions record that they commit. */
  async function executeClaimed(args: MutationArgs, claim: Claim, execute: Execute) {
    const request = currentRequest();
    if (request) request.claim = claim;
    const { errors, ...executed } = await execute().finally(() => {
      if (request) request.claim = undefined;
    });
    const result = errors ? { ...executed, errors: errors.map(mask) } : executed;
    // A request sends no further statement once the database was unreachable, but this one is worth a try.
    await outsideRequest(() => settle(args, claim, result));
    return result;
  }

  async function repeat(
    { schema, document }: MutationArgs,
    viewer: Viewer,
    { answer, writtenAt, createdAt }: Before,
  ): Promise<ExecutionResult> {
    if (answer) {
      const { rights, result } = await answers.open(answer, document.loc?.source);
      return maySeeAgain(rights, { viewer, settings, schema, document })
        ? result
        : refused(notKept());
    }
    const isRunning = Date.now() - createdAt.getTime() < idempotency.claimSeconds * 1_000;
    const isOver = answer === '' || (writtenAt !== null && !isRunning);
    return refused(isOver ? notKept() : inUse());
  }

  /** Executes a mutation unless its key was used before. Masks the errors of results. */
  async function once(args: MutationArgs, key: string, viewer: Viewer, execute: Execute) {
    if (!printable.test(key)) {
      const most = idempotency.keyMax;
      return refused(
        badRequest(`Idempotency-Key must have 1 to ${most} printable ASCII characters.`),
      );
    }
    const { document, operationName, variableValues } = args;
    const by = tokenIdOf(viewer) ?? viewer.session?.impersonatedBy;
    // What a key is bound to. Reuse for anything else is rejected.
    const operation = canonicalJson([document.loc?.source.body, operationName, variableValues, by]);
    const userId = viewer.user.id;
    const rule = bucket(idempotency.keysPerDay, perHour);
    const { wait: retryAfter } = await rateLimit.takeOne('idempotency', userId, rule);
    if (retryAfter > 0) {
      const most = idempotency.keysPerDay.toLocaleString('en');
      const message = `At most ${most} requests per day can have an Idempotency-Key.`;
      return refused(rateLimited(message, exhausted(keyPolicy, retryAfter), { retryAfter }));
    }
    const [keyHash, ...formerHashes] = hmac.accepted('idempotency key', `${userId}\n${key}`);
    const fingerprints = hmac.accepted('idempotent operation', operation);
    const claim = { keyHash, id: randomUUID() };
    const before = (await findFormer(formerHashes)) ?? (await take(claim, userId, fingerprints[0]));
    if (!before) return executeClaimed(args, claim, execute);
    if (!fingerprints.includes(before.fingerprint)) {
      const message = 'This Idempotency-Key was used for another request.';
      return refused(apiError('IDEMPOTENCY_KEY_REUSED', message));
    }
    return repeat(args, viewer, before);
  }

  /** Executes a mutation at most once. Ignores keys of anonymous clients, who can't change anything. */
  return function executeOnce(
    args: MutationArgs,
    key: string,
    execute: Execute,
  ): Promise<ExecutionResult> {
    const { viewer } = args.contextValue;
    // Visitors share accounts.
    if (settings.demo) return execute();
    return viewer ? once(args, key, viewer, execute) : execute();
  };
}
