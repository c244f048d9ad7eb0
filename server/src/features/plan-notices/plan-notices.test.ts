/** Mails about the end of a plan, and the deletion of accounts for which nobody paid. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, pay } from '../../testing/payments-world.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { recordActivation } from '../billing/index.ts';
import { eraseAccount } from '../identity/account-deletion.ts';
import { deliverMail } from '../mail/deliver.ts';
import type { EndedMail } from '../mail/deps.ts';
import { DeliveryError } from '../mail/transport.ts';
import { previewDeletions, runNotices } from './run-notices.ts';

const dayMs = 86_400_000;
const neverStops = new AbortController().signal;

describe.each(featureModes)('the end of a plan, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);

  async function start(): Promise<void> {
    // Six in the morning, whenever the test runs.
    ahead = new Date().setUTCHours(6, 0, 0, 0) - Date.now();
    app = await startTestApp(mode, { payments: true });
    app.services.planNotices.now = now;
    user = await app.signIn('end@example.com');
    const end = new Date(now().getTime() + 14 * dayMs);
    await run(`update accounts set time_zone = 'UTC', trial_ends_at = $1, plan_ends_at = $1`, [end]);
  }
  beforeEach(async () => {
    await (app as TestApp | undefined)?.close();
    await start();
  });
  afterAll(() => app.close());

  const run = (text: string, values: unknown[] = []) => queryAsOwner(app.services.db, text, values);

  /** Runs the job at noon of each day, with a mail server that takes or refuses everything. */
  async function live(days: number, mailServer: 'takes' | 'refuses' = 'takes'): Promise<void> {
    for (let day = 0; day < days; day++) {
      ahead += dayMs;
      const noon = new Date(now());
      noon.setUTCHours(12, 0, 0, 0);
      app.services.planNotices.now = () => noon;
      await runNotices(app.services.planNotices, neverStops);
      await deliver(mailServer);
    }
    app.services.planNotices.now = now;
  }

  async function deliver(mailServer: 'takes' | 'refuses'): Promise<void> {
    const { modules, mail } = app.services;
    const hooks = modules.map((module) => module.hooks as Record<string, { call?: unknown }> | undefined);
    const ended = hooks.find((one) => one?.ended !== undefined)?.ended as unknown as {
      call(trx: unknown, mail: EndedMail): Promise<void>;
    };
    const send = () =>
      mailServer === 'takes'
        ? Promise.resolve('250 ok')
        : Promise.reject(new DeliveryError('refused', true, '550 no'));
    const at = app.services.planNotices.now();
    const { rows } = await run(`select id from emails where state = 'queued'`);
    for (const { id } of rows as { id: string }[])
      await deliverMail(
        { ...mail, now: () => at, onEnded: (trx, ended_) => ended.call(trx, ended_) },
        { send },
        id,
      );
  }

  async function told(): Promise<string[]> {
    const { rows } = await run('select kind from plan_notices order by queued_at, kind');
    return (rows as { kind: string }[]).map(({ kind }) => kind);
  }
  async function isErasing(): Promise<boolean> {
    const { rows } = await run('select erasing_since from accounts where id = $1', [user.accountId]);
    return (rows[0] as { erasing_since: Date | null } | undefined)?.erasing_since !== null;
  }

  test('a trial is announced, told, and its account deleted after 90 days with three warnings that were taken', async () => {
    await live(13);
    expect(await told()).toEqual(['trial-7', 'trial-3', 'trial-1']);
    await live(75);
    expect(await told()).toEqual(['trial-7', 'trial-3', 'trial-1', 'trial-ended', 'deletion-30']);
    expect(await isErasing()).toBe(false);
    await live(15);
    expect((await told()).slice(-2)).toEqual(['deletion-7', 'deletion-1']);
    expect(await isErasing()).toBe(false);
    expect(await previewDeletions(app.services.planNotices)).toMatchObject([{ next: { step: 'wait' } }]);
    await live(1);
    expect(await isErasing()).toBe(true);
    ahead += dayMs;
    await eraseAccount(app.services.users, user.accountId, now());
    const { rows } = await run('select cause, warned_at from account_erasures');
    expect(rows).toMatchObject([{ cause: 'plan-ended' }]);
    expect((rows[0] as { warned_at: Date[] }).warned_at).toHaveLength(3);
  });

  test('is never deleted while the mail server takes no warning', async () => {
    await live(14);
    await live(300, 'refuses');
    expect(await isErasing()).toBe(false);
    expect((await told()).filter((kind) => kind.startsWith('deletion'))).toEqual(['deletion-30']);
  });

  test('nothing is deleted when plans were off and are on again, however old the account is', async () => {
    const { db, planNotices } = app.services;
    // The account has had all warnings, and would be deleted at the next run.
    await live(103);
    ahead += dayMs;
    await recordActivation(db, false, now());
    ahead += 365 * dayMs;
    await runNotices(planNotices, neverStops);
    expect(await isErasing()).toBe(false);
    await recordActivation(db, true, now());
    await live(13);
    expect(await isErasing()).toBe(false);
    expect((await told()).slice(-3)).toEqual(['trial-7', 'trial-3', 'trial-1']);
    await live(60);
    expect(await isErasing()).toBe(false);
  });

  test('a payment that no message told of saves the account', async () => {
    const address = await order(user);
    await live(75);
    expect((await told()).at(-1)).toBe('deletion-30');
    await live(28);
    expect((await told()).at(-1)).toBe('deletion-1');
    await pay(address);
    await live(8);
    expect(await isErasing()).toBe(false);
    const { rows } = await run('select plan_state from accounts');
    expect(rows).toMatchObject([{ plan_state: 'active' }]);
  });

  test('what the next run does can be seen before, and changes nothing', async () => {
    await live(103);
    ahead += 2 * dayMs;
    expect(await previewDeletions(app.services.planNotices)).toMatchObject([
      { accountId: user.accountId, next: { step: 'delete' } },
    ]);
    expect(await isErasing()).toBe(false);
  });
});
