/** For tests only: people who can get mailings, with a clock for sending, and a mailbox that receives them. */
import type { Language } from '@kindling/contract/constants';
import type { Mailing } from '@kindling/contract/mailings';
import { sql } from 'kysely';
import { startMailbox } from '../../../simulators/mailbox/server.ts';
import { inSystem } from '../db/transaction.ts';
import { deliverMail } from '../features/mail/deliver.ts';
import { mailSlice } from '../features/mail/module.ts';
import { createSender, DeliveryError, type Sender } from '../features/mail/transport.ts';
import type { MailingsDeps } from '../features/mailings/deps.ts';
import { mailingsSlice } from '../features/mailings/module.ts';
import { sendPart } from '../features/mailings/send-part.ts';
import type { ReceivedMail } from './campaign-fixture.ts';
import { queryAsOwner } from './database.ts';
import { aMailing } from './mailing-requests.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

export interface MailingWorld {
  deps: MailingsDeps;
  /** The clock of sending. Requests have the real one. */
  now: Date;
  /** Blocks everybody of earlier tests, so that each test has its own people. */
  clear(): Promise<void>;
  /** A member of a new account of their own. */
  person(name: string, more?: { locale?: Language; news?: boolean }): Promise<TestUser>;
  create(more?: Record<string, unknown>): Promise<Mailing>;
  read(id: string): Promise<Mailing>;
  /** Confirms exactly those who would get it. */
  confirm(mailing: Mailing, start?: { at: string; timeZone: string } | null): Promise<Mailing>;
  /** Sends the parts that are due until nothing is left or `parts` were sent. @returns the size of each */
  send(id: string, parts?: number): Promise<number[]>;
  /** Delivers the stored mailings. */
  deliver(sender?: Sender): Promise<void>;
  received(): Promise<ReceivedMail[]>;
  /** The names of those who received a mail, in their order. */
  addressees(): Promise<(string | undefined)[]>;
  /** What administrators did with mailings, the newest four first. */
  actions(): Promise<string[]>;
  close(): Promise<void>;
}

export function mailingOf({ json, status, text }: TestResponse): Mailing {
  if (status >= 400) throw new Error(`Answered with ${status}: ${text}`);
  return json as Mailing;
}

/** A mail server that refuses every mail for good. */
export const refusing = (answer: string): Sender => ({
  send: () => Promise.reject(new DeliveryError('refused', true, answer)),
});

export async function createMailingWorld(app: TestApp, admin: TestUser): Promise<MailingWorld> {
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 });
  const ownSender = createSender({
    url: `smtp://127.0.0.1:${mailbox.smtpPort}`,
    from: 'Kindling <support@kindling.example>',
  });
  // Modules are built once for each object of services, and fill the hooks of the modules below.
  mailingsSlice.module(app.services);
  const { ended, refuseUnwanted } = mailSlice.module(app.services).hooks;
  let tests = 0;
  const { db } = app.services;
  const world: MailingWorld = {
    now: new Date(),
    deps: { ...app.services.mailings, deliverSoon: async () => undefined, now: () => world.now },
    async clear() {
      tests += 1;
      await queryAsOwner(db, `update users set blocked_at = now() where role <> 'Super Admin'`);
      await queryAsOwner(db, `delete from emails`);
      await fetch(`${mailbox.url}/_control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action: 'reset' }),
      });
    },
    async person(name, { locale = 'en', news = false } = {}) {
      const user = await app.signIn(`${name}@test-${tests}.example.com`);
      await queryAsOwner(db, 'update users set locale = $2, first_name = $3 where id = $1', [
        user.userId,
        locale,
        name,
      ]);
      await queryAsOwner(
        db,
        `update memberships set alerts = jsonb_build_object('version', 2, 'productNews', $2::boolean) where user_id = $1`,
        [user.userId, news],
      );
      return user;
    },
    create: async (more) => mailingOf(await admin.call('POST', '/admin/mailings', aMailing(more))),
    read: async (id) => mailingOf(await admin.call('GET', `/admin/mailings/${id}`)),
    async confirm({ id, version }, start = null) {
      const { json } = await admin.call('GET', `/admin/mailings/${id}/recipients`);
      const { count } = json as { count: number };
      const answer = await admin.call('POST', `/admin/mailings/${id}/confirm`, {
        version,
        recipients: count,
        start,
      });
      world.now = new Date();
      return mailingOf(answer);
    },
    async send(id, parts = 1000) {
      const sizes: number[] = [];
      for (let part = 0; part < parts; part += 1) {
        const { emailIds, nextPartAt } = await sendPart(world.deps, id);
        sizes.push(emailIds.length);
        if (nextPartAt === null) break;
        world.now = nextPartAt;
      }
      return sizes;
    },
    async deliver(sender = ownSender) {
      const { rows } = await inSystem(db, (trx) =>
        sql<{ id: string }>`
          select id from emails where template = 'mailing' and state = 'queued' order by id`.execute(trx),
      );
      const now = () => new Date(Math.max(world.now.getTime(), Date.now()) + 3_600_000);
      const deps = { ...app.services.mail, now, onEnded: ended.call, refuseUnwanted: refuseUnwanted.call };
      for (const { id } of rows) await deliverMail(deps, sender, id);
    },
    async received() {
      const answer = await fetch(`${mailbox.url}/api/mails`);
      return ((await answer.json()) as { mails: ReceivedMail[] }).mails;
    },
    addressees: async () => (await world.received()).map(({ to }) => to[0]?.split('@')[0]).sort(),
    async actions() {
      const { rows } = await queryAsOwner<{ action: string }>(
        db,
        `select action from operator_entries where action like 'mail%' order by at desc, id desc limit 4`,
      );
      return rows.map(({ action }) => action);
    },
    close: () => mailbox.close(),
  };
  return world;
}
