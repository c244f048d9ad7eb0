/** No card data comes near the server: people type it on the provider's pages, and the provider tells brand, last digits and month. */
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodCard } from '../../../../simulators/payments/test-client.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, type PaymentsWorld } from '../../testing/payments-world.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';

interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

/** The codes are none that ids, times or amounts contain by chance. */
const cards = {
  declined: { number: '4000 0000 0000 0002', expiry: '07/41', cvc: '593' },
  good: { number: '4242 4242 4242 4242', expiry: '12/44', cvc: '739' },
  asking: { number: '4000 0027 6000 3184', expiry: '08 / 42', cvc: '597' },
  next: { number: '3782 822463 10005', expiry: '11/43', cvc: '8391' },
} as const satisfies Record<string, TypedCard>;

describe.each(featureModes)('card data, %s', (mode) => {
  let world: PaymentsWorld;
  /** All that the server received: requests of people, and messages of the provider. */
  const received: string[] = [];
  beforeAll(async () => {
    world = await startRelayedWorld(mode, (body) => received.push(body));
    const { web } = world.app;
    const inject = web.inject.bind(web) as (options: InjectOptions) => Promise<unknown>;
    Object.assign(web, {
      inject(options: InjectOptions) {
        received.push(JSON.stringify(options));
        return inject(options);
      },
    });
  });
  afterAll(() => world.close());

  /** Fills a form of the provider in; where the browser goes from there, the server would see too. */
  async function fillIn(address: string, card: TypedCard | null, fields: Record<string, string> = {}) {
    const answer = await world.send(address, { ...goodCard, ...card, ...fields });
    const location = answer.headers.get('location');
    if (location !== null) received.push(location);
    return answer;
  }

  /** Each row of each table, as text. */
  async function dumpDatabase(): Promise<string> {
    const { db } = world.app.services;
    const { rows: tables } = await queryAsOwner<{ name: string }>(
      db,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(50);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await queryAsOwner<{ text: string }>(db, `select t::text as text from ${name} t`);
      texts.push(...rows.map(({ text }) => `${name} ${text}`));
    }
    return texts.join('\n');
  }

  /** What of a card may be nowhere. */
  function partsOf({ number, expiry, cvc }: TypedCard): RegExp[] {
    const digits = number.replaceAll(' ', '');
    const [month, year] = expiry.split('/').map((part) => part.trim());
    return [
      new RegExp([...digits].join('[ -]?')),
      // The number without its last four digits.
      new RegExp([...digits.slice(0, -4)].join('[ -]?')),
      new RegExp(`(?<![\\w.:-])${cvc}(?![\\w.:-])`),
      new RegExp(`(?<![\\w.:-])${month} ?(?:/|%2F) ?(?:20)?${year}(?![\\w.:-])`),
    ];
  }
  function expectNoCards(where: string, text: string): void {
    for (const card of Object.values(cards))
      for (const part of partsOf(card)) {
        const found = part.exec(text);
        expect(
          found === null ? null : text.slice(Math.max(0, found.index - 80), found.index + 80),
          `${card.number}, ${String(part)} in ${where}`,
        ).toBeNull();
      }
  }

  async function portalCard(user: TestUser, card: TypedCard) {
    const { address } = (await user.call('POST', '/billing/portal', { page: 'card' })).json as {
      address: string;
    };
    expect((await fillIn(`${address}/card`, card)).status).toBe(303);
    await world.handleEvents();
  }

  test('is found where it is, so that the search below proves something', () => {
    for (const { number, expiry, cvc } of Object.values(cards)) {
      const digits = number.replaceAll(' ', '');
      for (const text of [number, `"${digits}"`, `number=${digits}&cvc=${cvc}`, `(${cvc},1)`, `"${expiry}"`])
        expect(() => expectNoCards('a text', text)).toThrow();
    }
    expectNoCards('a text', 'visa 4242 2044-12 amex 0005 2043-11 12:44:07.739');
  });

  test('is in no table, no log line and no request after purchases, a decline and a change', async () => {
    const user = await world.app.signIn('owner@example.com');
    const address = await order(user);
    expect((await fillIn(address, cards.declined)).status).toBe(402);
    expect((await fillIn(address, cards.good)).status).toBe(303);
    await world.handleEvents();
    expect((await world.billing(user)).card).toEqual({ brand: 'visa', last4: '4242', expires: '2044-12' });

    const other = await world.app.signIn('other@example.com');
    const asking = await order(other, 'year');
    expect((await fillIn(asking, cards.asking)).status).toBe(200);
    expect((await fillIn(`${asking}/authentication`, null, { do: 'complete' })).status).toBe(303);
    await world.handleEvents();
    expect((await world.billing(other)).card).toEqual({ brand: 'visa', last4: '3184', expires: '2042-08' });

    await portalCard(user, cards.next);
    expect((await world.billing(user)).card).toEqual({ brand: 'amex', last4: '0005', expires: '2043-11' });
    // A renewal that fails tells more of the card than a payment does.
    await world.control({ action: 'card-declines', customer: await world.customerOf(user) });
    await world.advance(33);
    expect(await world.billing(user)).toMatchObject({ state: 'past_due' });

    const dump = await dumpDatabase();
    expect(dump).toMatch(/visa.*3184.*2042-08/);
    expect(dump).toMatch(/amex.*0005.*2043-11/);
    expect(received.join('\n')).toContain('"last4":"3184"');
    expect(received.length).toBeGreaterThan(20);
    expectNoCards('the database', dump);
    expectNoCards('the log', world.app.logLines.join('\n'));
    expectNoCards('what the server received', received.join('\n'));
  });

  test('nothing else of a card is stored', async () => {
    const { rows } = await queryAsOwner<{ name: string }>(
      world.app.services.db,
      `select format('%s.%s', table_name, column_name) as name from information_schema.columns
        where table_schema = 'public' and column_name ~ '(card|cvc|cvv|pan_|expir.*(month|year)|fingerprint)'
          and table_name in ('subscriptions', 'payment_customers', 'plan_orders', 'invoices', 'payment_events')
        order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'subscriptions.card_brand',
      'subscriptions.card_expires',
      'subscriptions.card_last4',
    ]);
  });
});
