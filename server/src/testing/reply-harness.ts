/** For tests only: one owner, and functions to run the steps of sending a reply one by one. */
import type { OwnReview } from '@kindling/contract/reviews';
import { sql } from 'kysely';
import type { PlatformReview } from '../connectors/connector.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { processReply } from '../features/reviews/send-reply.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

const neverStops = new AbortController().signal;

export interface ReplyHarness {
  user: TestUser;
  /** Finds a review by its text through the API. */
  findReview(words: string): Promise<OwnReview>;
  getReview(id: string): Promise<OwnReview>;
  reply(id: string, text: string, seen?: string | null): Promise<TestResponse>;
  deleteReply(id: string, seen: string): Promise<TestResponse>;
  /** Runs the next steps and skips the pauses between them. */
  runStep(id: string, steps?: number): Promise<void>;
  /** Moves the reply's timestamps into the past by so many seconds. */
  passTime(id: string, seconds: number): Promise<void>;
  /** Seconds until the next step is due; null when none is. */
  secondsUntilNext(id: string): Promise<number | null>;
  unanswered(): Promise<number>;
}

export function createReplyHarness(app: TestApp, user: TestUser): ReplyHarness {
  const { db, reviews } = app.services;
  const tenant = <T>(query: ReturnType<typeof sql<T>>) =>
    inTenant(db, user.accountId, async (trx) => (await query.execute(trx)).rows);

  async function getReview(id: string): Promise<OwnReview> {
    const answer = await user.call('GET', `/reviews/${id}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.json as { review: OwnReview }).review;
  }

  return {
    user,
    getReview: getReview,
    async findReview(words) {
      const answer = await user.call('GET', `/reviews?limit=100&search=${encodeURIComponent(words)}`);
      const [review] = (answer.json as { items: OwnReview[] }).items;
      if (review === undefined) throw new Error(`No review says "${words}"`);
      return review;
    },
    reply: (id, text, seen = null) => user.call('PUT', `/reviews/${id}/reply`, { text, seen }),
    deleteReply: (id, seen) => user.call('DELETE', `/reviews/${id}/reply`, { seen }),
    async runStep(id, steps = 1) {
      for (let step = 0; step < steps; step += 1) {
        await tenant(sql`update replies set next_at = now() where review_id = ${id} and next_at > now()`);
        await inSystem(db, (trx) =>
          trx.updateTable('platform_rate_limits').set({ paused_until: null }).execute(),
        );
        await processReply(reviews, user.accountId, id, neverStops);
      }
    },
    async passTime(id, seconds) {
      const by = sql`make_interval(secs => ${seconds})`;
      await tenant(sql`
        update replies set asked_at = asked_at - ${by}, sent_at = sent_at - ${by}, lease_until = lease_until - ${by}
         where review_id = ${id}`);
    },
    async secondsUntilNext(id) {
      const [row] = await tenant<{ seconds: number | null }>(
        sql`select extract(epoch from next_at - now())::float8 as seconds from replies where review_id = ${id}`,
      );
      return row?.seconds ?? null;
    },
    async unanswered() {
      const answer = await user.call('GET', '/reviews/figures');
      return (answer.json as { unanswered: number }).unanswered;
    },
  };
}

/** A reply at the platform. */
export function platformReply(
  text: string,
  state: 'sending' | 'published' | 'failed' = 'published',
  reason: string | null = null,
): NonNullable<PlatformReview['reply']> {
  return { text, at: new Date('2026-10-01T10:00:00Z'), state, reason };
}
