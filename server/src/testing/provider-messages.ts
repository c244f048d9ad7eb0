/** For tests only: messages of the payment provider to the webhook, signed as it signs them or as an attacker may. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { webhookPath } from '../features/payments/webhook-route.ts';
import { queryAsOwner } from './database.ts';
import type { PaymentsWorld } from './payments-world.ts';

/** A word of the messages that no log and no answer may contain. */
export const canary = 'canary-of-the-message';

/** What differs from a right signature. */
interface Signing {
  at?: number;
  key?: string;
  over?: string | Buffer;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

export class ProviderMessages {
  readonly #world: PaymentsWorld;
  readonly secret: string;
  #count = 0;

  constructor(world: PaymentsWorld) {
    this.#world = world;
    this.secret = world.deps.settings.webhookSecret;
  }

  hmac(body: string | Buffer, { at = nowSeconds(), key = this.secret }: Signing = {}): string {
    return createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');
  }

  /** @returns the header of the signature */
  sign(body: string | Buffer, signing: Signing = {}): string {
    return `t=${signing.at ?? nowSeconds()},v1=${this.hmac(signing.over ?? body, signing)}`;
  }

  post(
    body: string | Buffer,
    headers: Record<string, string | string[]> = {},
    contentType: string | null = 'application/json; charset=utf-8',
  ) {
    return this.#world.app.request({
      method: 'POST',
      url: webhookPath,
      headers: { ...(contentType === null ? {} : { 'content-type': contentType }), ...headers },
      payload: body,
    });
  }

  postSigned(body: string | Buffer, signing: Signing = {}) {
    return this.post(body, { 'stripe-signature': this.sign(body, signing) });
  }

  /** A message about a customer whom nobody knows, with an id of its own. */
  makeEvent(more: Record<string, unknown> = {}) {
    this.#count += 1;
    const count = this.#count;
    return {
      id: `evt_${count}_${canary}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: nowSeconds(),
      data: { object: { id: `sub_${count}`, object: 'subscription', customer: `cus_nobody_${count}` } },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: 'customer.subscription.updated',
      ...more,
    };
  }

  /** What is stored of a message. */
  async rowsOf(id: string) {
    const { rows } = await queryAsOwner<{ id: string; customer_id: string | null; handled: boolean }>(
      this.#world.app.services.db,
      'select id, customer_id, handled_at is not null as handled from payment_events where id = $1',
      [id],
    );
    return rows;
  }

  /** Of how many messages something is stored. */
  async countRows(): Promise<number> {
    const { rows } = await queryAsOwner<{ count: number }>(
      this.#world.app.services.db,
      'select count(*)::int as count from payment_events',
    );
    return rows[0]?.count ?? -1;
  }

  /** Sends, and proves that the answer is a refusal that leaves nothing. */
  async expectRefused(send: () => Promise<{ status: number; text: string }>, status = 400): Promise<void> {
    const { logLines } = this.#world.app;
    const before = await this.countRows();
    const lines = logLines.length;
    const answer = await send();
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).not.toContain(canary);
    expect(await this.countRows()).toBe(before);
    const logged = logLines.slice(lines).join('\n');
    expect(logged).not.toContain(canary);
    expect(logged).not.toContain(this.secret);
  }
}
