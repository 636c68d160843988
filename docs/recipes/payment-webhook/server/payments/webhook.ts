/** `POST /api/payments/webhook`: the provider reports payments, signed as Stripe does (https://docs.stripe.com/webhooks). */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { isSame } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';

export const paymentWebhookPath = '/api/payments/webhook';

/** Older signatures are replays. */
const toleranceSeconds = 300;

type Deps = { database: Database; log: Log; secret: string | undefined };

const paid = z.object({
  id: z.string().min(1).max(255),
  type: z.literal('invoice.paid'),
  data: z.object({
    object: z.object({ client_reference_id: z.string(), period_end: z.int().positive() }),
  }),
});

function isSigned(body: Buffer, header: string, secret: string): boolean {
  const [, time = ''] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header) ?? [];
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) <= toleranceSeconds)) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return [...header.matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].some(([, signature = '']) =>
    isSame(Buffer.from(signature, 'hex'), expected),
  );
}

export function createPaymentWebhook({ database, log, secret }: Deps) {
  const answer = (status: number, code: string) => Response.json({ code }, { status });

  /** The event's ID and what it changes are written together, so a repeated event changes nothing. */
  function record({ id, data: { object } }: z.output<typeof paid>): Promise<void> {
    const { client_reference_id: userId, period_end: paidUntil } = object;
    return database.$transaction(async (transaction) => {
      const { count } = await transaction.paymentEvent.createMany({
        data: [{ id }],
        skipDuplicates: true,
      });
      if (count === 0) return;
      // Events arrive in any order.
      await transaction.$executeRaw`
        INSERT INTO "plan" ("userId", "paidUntil")
        SELECT "id", to_timestamp(${paidUntil}) FROM "user" WHERE "id" = ${userId}
        ON CONFLICT ("userId") DO UPDATE
          SET "paidUntil" = greatest("plan"."paidUntil", excluded."paidUntil")`;
    });
  }

  return async function handlePayment(request: Request): Promise<Response> {
    if (!secret) return answer(404, 'NOT_FOUND');
    const body = Buffer.from(await request.arrayBuffer());
    if (!isSigned(body, request.headers.get('stripe-signature') ?? '', secret)) {
      log.warn('payment.signature_refused');
      return answer(400, 'BAD_REQUEST');
    }
    const event = paid.safeParse(JSON.parse(body.toString()));
    // Others are accepted, too, or the provider would repeat them for days.
    if (event.success) await record(event.data);
    return answer(200, 'OK');
  };
}
