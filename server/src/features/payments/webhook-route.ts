/**
 * The address that the payment provider calls. A message is verified over its raw bytes, stored once by its id, and acknowledged;
 * a job then reads the customer. So a message that is repeated, late, or out of order does no harm.
 */

import { createLimiter } from '@kindling/service/limiter';
import type { FastifyInstance } from 'fastify';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import type { PaymentsDeps } from './deps.ts';
import { findCustomerOf } from './event-customer.ts';
import { insertEvent } from './event-queries.ts';
import { readCustomerJob } from './jobs.ts';

type Deps = Pick<PaymentsDeps, 'db' | 'queue' | 'log' | 'stripe' | 'settings'>;

export const webhookPath = '/hooks/stripe';
/** The provider's largest messages are invoices with many lines, some 100 kB. */
const bodyLimit = 512 * 1024;
/** Seconds by which the provider's clock may differ from ours. */
const toleranceSeconds = 300;

export async function mountPaymentWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const refusals = createLimiter({ max: loggedPerMinute, windowSeconds: 60 });
  await app.register(async (scope) => {
    // Signatures cover the raw bytes, so no parser may change them, whatever the content type says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhookPath, { config: { access: 'signed' as const }, bodyLimit }, async (request, reply) => {
      void reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await verify(deps, body, request.headers['stripe-signature']);
      if ('refused' in event) {
        if ((await refusals.consume('all')) === 0) logRefusal(deps.log, event);
        return reply.status(400).send('The signature or the message is not valid.');
      }
      await receive(deps, event);
      return reply.status(200).send('ok');
    });
  });
}

/** What we read of a message; the object in it is one of many kinds, and in the shape of any API version. */
const eventShape = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z.string().regex(/^[\w.-]{1,255}$/),
  data: z.object({ object: z.looseObject({}) }),
});

/** Strangers can send messages, and must not fill the disk with lines of the log. */
const loggedPerMinute = 60;

/** Only the reason: the message itself is nobody's. */
function logRefusal(log: Log, { refused: reason, ageSeconds }: Refusal): void {
  log.warn(
    { reason, ageSeconds },
    'A message for the payment webhook was refused; an age of minutes points to a wrong clock',
  );
}

/** Why a message was refused: it is not the provider's, too old, or no event. */
interface Refusal {
  refused: string;
  ageSeconds: number | null;
}

async function verify(
  { stripe, settings }: Deps,
  body: Buffer,
  header: string | string[] | undefined,
): Promise<Stripe.Event | Refusal> {
  if (typeof header !== 'string') return { refused: 'no signature', ageSeconds: null };
  const { webhooks } = await stripe();
  const [sentAt, secondTime] = header.match(/(?<=(?:^|,)t=)\d{1,12}(?=,|$)/g) ?? [];
  const age =
    sentAt === undefined || secondTime !== undefined ? null : Math.round(Date.now() / 1000) - Number(sentAt);
  try {
    const event = webhooks.constructEvent(body, header, settings.webhookSecret, toleranceSeconds);
    eventShape.parse(event);
    // The SDK checks the past only.
    if (age === null || age < -toleranceSeconds) throw new RangeError('The message is of the future.');
    return event;
  } catch (error) {
    return { refused: reasonOf(error), ageSeconds: age };
  }
}

/** The SDK's errors have their name in `type`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name;
}

async function receive({ db, queue, log, stripe }: Deps, event: Stripe.Event): Promise<void> {
  const customerId = await findCustomerOf(await stripe(), event);
  const isNew = await inSystem(db, (system) =>
    insertEvent(system, { id: event.id, kind: event.type, customerId }),
  );
  if (!isNew || customerId === null) return;
  await queue.enqueue(readCustomerJob, { customerId }, { key: customerId }).catch((error: unknown) => {
    log.warn({ err: error }, 'A message of the payment provider waits for the next sweep');
  });
}
