/** Mails from the request to the mail server, with a test clock, so that nothing waits. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startMailbox } from '../../../../simulators/mailbox/server.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { startQueue } from '../../jobs/queue.ts';
import { createLog } from '../../lib/log.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { createTestDatabase, featureModes, queryAsOwner, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { sampleInstallation } from '../../testing/mail-samples.ts';
import { reportDeadMail } from './dead-letters.ts';
import { type DeliveryDeps, deliverMail, mailJobs, sweepDueMail } from './deliver.ts';
import type { MailDeps } from './deps.ts';
import { mailJobDefinitions } from './jobs.ts';
import { listDeadIds, requeueDeadMails } from './queries.ts';
import { queueMail, retryDeadline } from './queue-mail.ts';
import type { MailRequest } from './requests.ts';
import { createSender, DeliveryError, type Sender } from './transport.ts';

const secretLink = 'https://id.example.com/confirm?token=one-time-secret';
const confirm = (to: string): MailRequest => ({
  kind: 'confirm-address',
  to,
  locale: 'en',
  name: null,
  link: secretLink,
});
const mailsSchema = z.object({
  mails: z.array(
    z.object({
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});
type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

describe.each(featureModes)('outgoing mail, %s', (mode) => {
  const logged: string[] = [];
  const log = createLog('silent');
  let database: TestDatabase;
  let mailbox: Mailbox;
  let sender: Sender;
  let deps: MailDeps & DeliveryDeps;
  let now: Date;
  let onQueue: string[];

  beforeAll(async () => {
    [database, mailbox] = await Promise.all([
      createTestDatabase(mode),
      startMailbox({ port: 0, smtpPort: 0 }),
    ]);
    for (const level of ['info', 'warn'] as const)
      vi.spyOn(log, level).mockImplementation((...parts: unknown[]) => {
        logged.push(JSON.stringify(parts));
      });
    sender = createSender({ url: smtpUrl(), from: 'Kindling <support@kindling.example>' });
  });
  afterAll(async () => {
    await mailbox.close();
    await database.close();
  });
  beforeEach(async () => {
    await queryAsOwner(database.db, 'delete from emails');
    await steer({ action: 'reset' });
    await steer({ action: 'smtp', mode: 'normal' });
    logged.length = 0;
    onQueue = [];
    now = new Date('2026-11-21T08:00:00Z');
    deps = {
      ...sampleInstallation,
      alertKeys: [Buffer.alloc(32)] as const,
      db: database.db,
      box: createSecretBox(['a secret of the tests that is long enough'], 'tests'),
      log,
      now: () => now,
      queue: {
        enqueue: async (_job, _payload, { key }) => {
          if (!onQueue.includes(key)) onQueue.push(key);
        },
      },
    };
  });

  const smtpUrl = () => `smtp://127.0.0.1:${mailbox.smtpPort}`;

  async function steer(order: object): Promise<void> {
    const answer = await fetch(`${mailbox.url}/_control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    expect(answer.status).toBe(200);
  }

  async function arrived() {
    const answer = await fetch(`${mailbox.url}/api/mails`);
    return mailsSchema.parse(await answer.json()).mails;
  }

  async function rows() {
    return inSystem(database.db, (trx) => trx.selectFrom('emails').selectAll().orderBy('id').execute());
  }

  /** Runs the worker's jobs until the queue is empty. */
  async function work(): Promise<void> {
    for (let id = onQueue.shift(); id !== undefined; id = onQueue.shift())
      await deliverMail(deps, sender, id);
  }

  /** Lets minutes pass; each starts with a sweep. */
  async function minutesPass(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      now = new Date(now.getTime() + 60_000);
      await sweepDueMail(deps);
      await work();
    }
  }

  test('an invalid mail request is refused when it is queued', async () => {
    for (const bad of [{ to: 'nobody' }, { locale: 'xx' }, { link: 'javascript:alert(1)' }, { more: 1 }])
      await expect(queueMail(deps, { ...confirm('ann@example.com'), ...bad } as MailRequest)).rejects.toThrow(
        z.ZodError,
      );
    expect(await rows()).toEqual([]);
  });

  test('is stored encrypted until it is sent, and is deleted then', async () => {
    const id = await queueMail(deps, confirm('ann@example.com'));
    const [waiting] = await rows();
    expect(waiting).toMatchObject({
      id,
      state: 'queued',
      recipient: 'ann@example.com',
      template: 'confirm-address',
      locale: 'en',
      account_id: null,
    });
    expect(JSON.stringify(waiting)).not.toContain('one-time-secret');
    expect(onQueue).toEqual([id]);
    await work();
    const [sent] = await rows();
    expect(sent).toMatchObject({ state: 'sent', attempts: 1, sealed: null });
    expect(sent?.provider_answer).toMatch(/^250/);
    const [mail] = await arrived();
    expect(mail?.text).toContain(secretLink);
  });

  test('has the required headers', async () => {
    const id = await queueMail(deps, confirm('ann@example.com'));
    const help = { locale: 'en', reference: 'ABCD-1234', accountId: null } as const;
    await queueMail(deps, {
      kind: 'help-message',
      ...help,
      name: 'Ann\r\nBcc: all@example.com',
      email: 'ann@example.com',
      page: '/reviews',
      message: 'Help',
      priority: false,
    });
    await queueMail(deps, {
      kind: 'help-received',
      ...help,
      to: 'ann@example.com',
      name: null,
      message: null,
    });
    await work();
    const [received, help1, first] = (await arrived()).map(
      ({ headers }) => new Map(headers.map(({ name, value }) => [name.toLowerCase(), value])),
    );
    const header = (name: string) => [first?.get(name), help1?.get(name), received?.get(name)];
    expect(header('from')).toEqual(Array(3).fill('Kindling <support@kindling.example>'));
    expect(header('to')).toEqual(['ann@example.com', 'support@kindling.example', 'ann@example.com']);
    expect(header('reply-to')).toEqual([
      'support@kindling.example',
      'ann@example.com',
      'support@kindling.example',
    ]);
    expect(first?.get('message-id')).toBe(`<${id}@kindling.example>`);
    expect(first?.get('date')).toBe('Sat, 21 Nov 2026 08:00:00 +0000');
    expect(header('auto-submitted')).toEqual(['auto-generated', undefined, 'auto-replied']);
    expect(header('x-auto-response-suppress')).toEqual(['All', undefined, 'All']);
    // Accounts need all of these mails.
    expect(header('list-unsubscribe')).toEqual([undefined, undefined, undefined]);
    expect(header('bcc')).toEqual([undefined, undefined, undefined]);
  });

  test('every address that can sign up is passed to the mail server', async () => {
    const strange = ['a..b@docomo.example', "o'brien&sons@example.com", 'ivan@example.xn--p1ai'];
    for (const to of strange) await queueMail(deps, confirm(to));
    await work();
    // Unquoted addresses are up to the mail server: the mailbox's library refuses two dots in a row.
    expect((await rows()).map((row) => [row.recipient, row.state])).toEqual([
      [strange[0], 'dead'],
      [strange[1], 'sent'],
      [strange[2], 'sent'],
    ]);
  });

  test('a mail server that is down for an hour loses and duplicates no mail', async () => {
    await steer({ action: 'smtp', mode: 'down' });
    const people = Array.from({ length: 12 }, (_, at) => `person${at}@example.com`);
    for (const [at, to] of people.entries()) {
      if (at % 3 === 0) await minutesPass(5);
      await queueMail(deps, confirm(to));
      await work();
    }
    await minutesPass(40);
    expect(await arrived()).toEqual([]);
    expect(new Set((await rows()).map((row) => row.state))).toEqual(new Set(['queued']));
    await steer({ action: 'smtp', mode: 'normal' });
    // The maximum delay, and the sweep after it.
    await minutesPass(11);
    expect((await arrived()).flatMap((mail) => mail.to).sort()).toEqual([...people].sort());
    expect(new Set((await rows()).map((row) => row.state))).toEqual(new Set(['sent']));
    await minutesPass(30);
    expect(await arrived()).toHaveLength(people.length);
  });

  test('a temporary refusal is retried, a permanent one is not, and the log contains no address', async () => {
    await steer({ action: 'smtp', mode: 'refuse', code: 450, at: 'recipient', times: 1 });
    await queueMail(deps, confirm('ann@example.com'));
    await work();
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    expect((await rows())[0]?.provider_answer).toMatch(/^450/);
    await minutesPass(2);
    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2 });
    await steer({ action: 'smtp', mode: 'refuse', code: 550, at: 'recipient', times: 1 });
    await queueMail(deps, confirm('bob@example.com'));
    await work();
    const dead = (await rows())[1];
    expect(dead).toMatchObject({ state: 'dead', attempts: 1 });
    expect(dead?.provider_answer).toMatch(/^550/);
    await minutesPass(30);
    expect((await arrived()).flatMap((mail) => mail.to)).toEqual(['ann@example.com']);
    expect(logged.join()).toContain('EENVELOPE 550');
    expect(logged.join()).not.toMatch(/ann@|bob@/);
  });

  test('a failed login at the mail server makes no mail a dead letter', async () => {
    await steer({ action: 'smtp', mode: 'refuse', code: 554, at: 'connection', times: 1 });
    await queueMail(deps, confirm('ann@example.com'));
    await work();
    expect((await rows())[0]).toMatchObject({ state: 'queued' });
    await minutesPass(2);
    expect(await arrived()).toHaveLength(1);
  });

  test('after a day a mail is a dead letter, which the operator sees and sends again', async () => {
    const id = await queueMail(deps, confirm('ann@example.com'));
    onQueue.length = 0;
    // A day of attempts over real SMTP would take a minute.
    const busy: Sender = {
      send: () => Promise.reject(new DeliveryError('busy', false, '451 <ann@example.com>\u001b[2J busy')),
    };
    const start = now.getTime();
    let tries = 0;
    while ((await rows())[0]?.state === 'queued' && tries < 400) {
      tries += 1;
      now = (await rows())[0]?.next_try_at ?? now;
      await sweepDueMail(deps);
      expect(onQueue.splice(0)).toEqual([id]);
      await deliverMail(deps, busy, id);
    }
    expect((await rows())[0]?.state).toBe('dead');
    expect((now.getTime() - start) / 3_600_000).toBeGreaterThan(23);
    expect((now.getTime() - start) / 3_600_000).toBeLessThanOrEqual(24);
    const report = (await reportDeadMail(database.db)).join('\n');
    expect(report).toContain('0 waiting, 0 sent, 1 could not be sent');
    expect(report).toContain(id);
    expect(report).toContain('ann@example.com');
    expect(report).toContain('451 <ann@example.com> [2J busy');
    const deadIds = () => inSystem(database.db, (trx) => listDeadIds(trx, null, 10));
    expect(await deadIds()).toEqual([id]);
    const requeue = (which: string) =>
      inSystem(database.db, (trx) => requeueDeadMails(trx, [which], now, retryDeadline(now)));
    expect(await requeue(crypto.randomUUID())).toEqual([]);
    expect(await requeue(id)).toEqual([id]);
    await minutesPass(1);
    expect(await arrived()).toHaveLength(1);
    expect(await deadIds()).toEqual([]);
    expect(await reportDeadMail(database.db)).toEqual(['Mail: 0 waiting, 1 sent, 0 could not be sent.']);
  });

  test('no mail is lost when the process ends between storing and sending, or while sending', async () => {
    // The job never reaches the queue.
    deps = { ...deps, queue: { enqueue: () => Promise.reject(new Error('the process is gone')) } };
    await queueMail(deps, confirm('ann@example.com'));
    expect(onQueue).toEqual([]);
    deps = {
      ...deps,
      queue: { enqueue: async (_job, _payload, { key }) => void onQueue.push(key) },
    };
    await minutesPass(1);
    expect((await arrived()).flatMap((mail) => mail.to)).toEqual(['ann@example.com']);
    // Claimed by a worker that died.
    const id = await queueMail(deps, confirm('bob@example.com'));
    onQueue.length = 0;
    const gone: Sender = { send: () => new Promise(() => {}) };
    void deliverMail(deps, gone, id);
    await eventually(async () => expect((await rows())[1]).toMatchObject({ state: 'sending' }));
    await minutesPass(4);
    expect(await arrived()).toHaveLength(1);
    await minutesPass(2);
    expect((await arrived()).flatMap((mail) => mail.to)).toEqual(['bob@example.com', 'ann@example.com']);
    expect((await rows())[1]).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('of two workers only one sends, and one whose claim has expired writes nothing', async () => {
    const id = await queueMail(deps, confirm('ann@example.com'));
    await Promise.all([deliverMail(deps, sender, id), deliverMail(deps, sender, id)]);
    expect(await arrived()).toHaveLength(1);
    const late = await queueMail(deps, confirm('bob@example.com'));
    let fail: (error: Error) => void = () => {};
    const slow: Sender = {
      send: () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    };
    const first = deliverMail(deps, slow, late);
    await eventually(async () => expect((await rows())[1]).toMatchObject({ state: 'sending' }));
    now = new Date(now.getTime() + 301_000);
    await deliverMail(deps, sender, late);
    fail(new Error('too late'));
    await first;
    expect((await rows())[1]).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('a mail encrypted for another row becomes a dead letter', async () => {
    await queueMail(deps, confirm('ann@example.com'));
    await queryAsOwner(database.db, 'update emails set sealed = $1', [deps.box.seal('{}', 'mail:another')]);
    await work();
    expect((await rows())[0]).toMatchObject({ state: 'dead', attempts: 1 });
  });

  test('a mail encrypted with a secret that this process does not know waits for one that does', async () => {
    await queueMail(deps, confirm('ann@example.com'));
    const { box } = deps;
    deps = { ...deps, box: createSecretBox(['another secret that is long enough too'], 'tests') };
    await work();
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    deps = { ...deps, box };
    await minutesPass(5);
    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('is stored in the caller’s transaction, and belongs to its account', async () => {
    const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const account of [mine, other])
      await queryAsOwner(
        database.db,
        `insert into accounts (id, name, trial_ends_at) values ($1, 'a', now())`,
        [account],
      );
    const person = { to: 'ann@example.com', locale: 'de', name: 'Ann' } as const;
    const welcome = (accountId: string) => ({ kind: 'welcome', ...person, accountId }) as const;
    await expect(
      inTenant(database.db, mine, async (trx) => {
        await queueMail(deps, welcome(mine), trx);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
    await expect(inTenant(database.db, mine, (trx) => queueMail(deps, welcome(other), trx))).rejects.toThrow(
      'row-level security',
    );
    await inTenant(database.db, mine, (trx) => queueMail(deps, welcome(mine), trx));
    await queueMail(deps, confirm('bob@example.com'));
    const seen = (account: string) =>
      inTenant(
        database.db,
        account,
        async (trx) => (await sql<{ recipient: string }>`select recipient from emails`.execute(trx)).rows,
      );
    expect(await seen(mine)).toEqual([{ recipient: 'ann@example.com' }]);
    expect(await seen(other)).toEqual([]);
    await minutesPass(1);
    expect((await arrived()).map((mail) => mail.subject).sort()).toEqual([
      'Confirm your e-mail address for Kindling',
      'Willkommen bei Kindling',
    ]);
  });

  test('the worker’s jobs send, sweep and delete old mails', async () => {
    const queue = await startQueue({
      db: database.db,
      log: createLog('silent'),
      jobs: mailJobDefinitions,
      pollSeconds: 0.5,
    });
    try {
      deps = { ...deps, queue, now: () => new Date() };
      const jobs = mailJobs(deps, { url: smtpUrl(), from: 'support@kindling.example' });
      await queue.startWorkers(jobs);
      await queueMail(deps, confirm('ann@example.com'));
      await eventually(async () => expect(await arrived()).toHaveLength(1));
      await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'sent' }));
      await queryAsOwner(database.db, `update emails set ended_at = now() - interval '91 days'`);
      const tidy = jobs.find(({ job }) => job.name === 'mail.delete-old');
      await tidy?.run({}, new AbortController().signal);
      expect(await rows()).toEqual([]);
    } finally {
      await queue.stop();
    }
  });
});
