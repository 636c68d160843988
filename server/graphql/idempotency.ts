/**
 * Mutations with the header Idempotency-Key: sent again, they are answered again but not executed again
 * (draft-ietf-httpapi-idempotency-key-header). The keys are in the database, for all instances.
 */
import { type ExecutionResult, type GraphQLError, getOperationAST } from 'graphql';
import { bucket, createRateLimit } from '#server/auth/rate-limit.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { ContextServices, Viewer } from './context.ts';
import { apiError, badRequest } from './errors.ts';
import { idempotency } from './limits.ts';
import { tokenIdOf } from './principal.ts';
import type { OperationArgs } from './request-limits.ts';
import { createStoredAnswers } from './stored-answer.ts';

type Services = Pick<ContextServices, 'database' | 'hmac' | 'settings'>;
type Execute = () => Promise<ExecutionResult>;

const printable = new RegExp(`^[\\x20-\\x7e]{1,${idempotency.keyMax}}$`);
const perHour = idempotency.keysPerDay / 24;

const refused = (error: GraphQLError): ExecutionResult => ({ errors: [error] });

const inUse = () =>
  apiError(
    'IDEMPOTENCY_KEY_IN_USE',
    'A request with this Idempotency-Key is being executed, or its response was not kept. If this error persists, check what the request has changed before sending it with another key.',
  );

/** What a key is used for: with anything else, it is refused. */
function operationOf({ document, operationName, variableValues }: OperationArgs, viewer: Viewer) {
  const by = tokenIdOf(viewer) ?? viewer.session?.impersonatedBy;
  return JSON.stringify([document.loc?.source.body, operationName, variableValues, by]);
}

/** Whether nothing was changed: the key may be used again, as if the request had not been sent. */
function isWithoutEffect({ data, errors = [] }: ExecutionResult): boolean {
  if (data && Object.values(data).some((value) => value !== null)) return false;
  return errors.every(({ extensions }) => extensions.code !== 'INTERNAL_ERROR');
}

export function createIdempotency(
  { database, hmac, settings }: Services,
  mask: (error: unknown) => GraphQLError,
) {
  const rateLimit = createRateLimit(database, hmac);
  const answers = createStoredAnswers(hmac);

  /** The request of the last 24 hours that has the key by a former secret. */
  async function findFormer(keyHashes: string[]) {
    if (keyHashes.length === 0) return null;
    const since = new Date(Date.now() - idempotency.hours * 3_600_000);
    return database.idempotencyKey.findFirst({
      where: { keyHash: { in: keyHashes }, createdAt: { gt: since } },
    });
  }

  /** Takes the key, unless a request of the last 24 hours has it. Returns that one. */
  async function claim(keyHash: string, userId: string, fingerprint: string) {
    const claimed = await database.$executeRaw`
      INSERT INTO "idempotency_key" AS k ("keyHash", "userId", "fingerprint")
      VALUES (${keyHash}, ${userId}, ${fingerprint})
      ON CONFLICT ("keyHash") DO UPDATE
        SET "fingerprint" = excluded."fingerprint", "answer" = NULL, "createdAt" = now()
        WHERE k."createdAt" < now() - make_interval(hours => ${idempotency.hours}::int)`;
    if (claimed > 0) return undefined;
    const before = await database.idempotencyKey.findUnique({ where: { keyHash } });
    // It may have been given up in between: the client tries again.
    return before ?? { fingerprint, answer: null };
  }

  /** Keeps the answer, or gives up the key if the request changed nothing. */
  async function settle(keyHash: string, result: ExecutionResult): Promise<void> {
    const where = { keyHash };
    try {
      if (isWithoutEffect(result)) await database.idempotencyKey.deleteMany({ where });
      else {
        const answer = await answers.seal(result);
        await database.idempotencyKey.updateMany({ where, data: { answer } });
      }
    } catch (error) {
      // The mutation has run: its answer is sent, and the key stays in use.
      if (!databaseFault(error)) throw error;
    }
  }

  /** Executes a mutation unless it was executed with this key before. Errors of results are masked. */
  async function once(args: OperationArgs, key: string, viewer: Viewer, execute: Execute) {
    if (!printable.test(key)) {
      const most = idempotency.keyMax;
      return refused(
        badRequest(`Idempotency-Key must have 1 to ${most} printable ASCII characters.`),
      );
    }
    const userId = viewer.user.id;
    const rule = bucket(idempotency.keysPerDay, perHour);
    const { wait: retryAfter } = await rateLimit.takeOne('idempotency', userId, rule);
    if (retryAfter > 0) {
      const most = idempotency.keysPerDay.toLocaleString('en');
      const message = `At most ${most} requests per day can have an Idempotency-Key. Try again in ${retryAfter} seconds.`;
      return refused(apiError('RATE_LIMITED', message, { retryAfter }));
    }
    const [keyHash, ...formerHashes] = hmac.accepted('idempotency key', `${userId}\n${key}`);
    const fingerprints = hmac.accepted('idempotent operation', operationOf(args, viewer));
    const before =
      (await findFormer(formerHashes)) ?? (await claim(keyHash, userId, fingerprints[0]));
    if (!before) {
      const executed = await execute();
      const { errors } = executed;
      const result = errors ? { ...executed, errors: errors.map(mask) } : executed;
      await settle(keyHash, result);
      return result;
    }
    if (!fingerprints.includes(before.fingerprint)) {
      const message = 'This Idempotency-Key was used for another request.';
      return refused(apiError('IDEMPOTENCY_KEY_REUSED', message));
    }
    return (await answers.open(before.answer, args.document)) ?? refused(inUse());
  }

  /**
   * Executes an operation, once if it is a mutation with a key. Visitors of the demo share accounts, and
   * anonymous clients change nothing: their keys are ignored.
   */
  return function executeOnce(args: OperationArgs, execute: Execute): Promise<ExecutionResult> {
    const { viewer, headers } = args.contextValue;
    const key = headers.get('idempotency-key');
    if (key === null || !viewer || settings.mode === 'demo') return execute();
    const operation = getOperationAST(args.document, args.operationName);
    return operation?.operation === 'mutation' ? once(args, key, viewer, execute) : execute();
  };
}
