// A mailing to 100,000 people through the functions behind the routes: counting the recipients, sending it out, its parts at the
// start and near the end, the list and the results, and stopping it half-way. Beside them, as the calibration of the run: an empty
// transaction, and a query that reads every person.
import { sql } from 'kysely';
import { inSystem } from '../server/src/db/transaction.ts';
import { queueMail } from '../server/src/features/mail/queue-mail.ts';
import { confirm, stop } from '../server/src/features/mailings/confirm.ts';
import {
  createDraft,
  getMailing,
  listAll,
  previewRecipients,
} from '../server/src/features/mailings/drafts.ts';
import { sendPart } from '../server/src/features/mailings/send-part.ts';
import { createSecretBox } from '../server/src/lib/secret-box.ts';
import { createDatabases } from './lib/databases.mjs';
import { fillPeople } from './lib/people.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { timeCalls, timesRow } from './lib/timed-calls.mjs';

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 100_000);
const PER_MINUTE = 600;
const CALLS = 20;
/** Recipients who are left before the parts near the end: one part more than they need. */
const LEFT_NEAR_END = ((CALLS + 1) * PER_MINUTE) / 6;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const db = await databases.create(databases.modes.at(-1));
  const foreign = measureForeignLoad(stage.pids);
  await fillPeople(db, { accounts: ACCOUNTS, entries: 1 });
  const clock = { now: Date.now() };
  const deps = depsOf(db, clock);
  const adminId = await administratorOf(db);
  const rows = [];
  const raw = {};
  const measure = async (what, call, calls = CALLS) => {
    raw[what] = await timeCalls(call, { calls });
    rows.push(timesRow(what, raw[what]));
  };
  const draftOf = (segment, kind = 'service') =>
    createDraft(deps, adminId, {
      kind,
      segment,
      texts: {
        en: {
          subject: 'News',
          body: 'Hello {{first_name|there}}, a **new** report for {{account_name|you}}.',
        },
      },
      fallback: 'en',
      perMinute: PER_MINUTE,
    });

  await measure('calibration: an empty transaction', () => inSystem(db, (trx) => sql`select 1`.execute(trx)));
  await measure('calibration: reads every person', () =>
    inSystem(db, (trx) => sql`select count(*) from users where display_name like '%zz%'`.execute(trx)),
  );
  const everyone = await draftOf({ kind: 'everyone' });
  const segments = {
    everyone,
    'everyone who wants news': await draftOf({ kind: 'everyone' }, 'news'),
    'trial ending': await draftOf({ kind: 'trial-ending' }),
    ended: await draftOf({ kind: 'ended' }),
    'never connected': await draftOf({ kind: 'never-connected' }),
    'by language': await draftOf({ kind: 'language', language: 'en' }),
  };
  for (const [name, { id }] of Object.entries(segments))
    await measure(`recipients: ${name}`, () => previewRecipients(deps, id));

  const { count: sendable } = await previewRecipients(deps, everyone.id);
  const { id, version } = everyone;
  await measure(
    'sent out',
    () => confirm(deps, adminId, { id, version, recipients: sendable, start: null }),
    1,
  );
  const part = async () => {
    clock.now += 60_000;
    const { emailIds } = await sendPart(deps, id);
    if (emailIds.length === 0) throw new Error('A part without a mail.');
    await take(db, emailIds);
  };
  await measure('a part at the start', part);
  await takeSome(db, id, sendable - (CALLS * PER_MINUTE) / 6 - LEFT_NEAR_END);
  await db.maintenance.vacuum();
  await measure('a part near the end', part);
  await measure('the list', () => listAll(deps, undefined));
  await measure('its results', () => getMailing(deps, id));
  const second = await draftOf({ kind: 'everyone' });
  await confirm(deps, adminId, { id: second.id, version: second.version, recipients: sendable, start: null });
  await measure('stopped before its first mail', () => stop(deps, adminId, second.id), 1);
  finish('mailings', {
    tables: [{ title: `A mailing to ${sendable} people, ${db.mode}`, rows }],
    foreignCores: foreign(),
    raw,
  });
}

function depsOf(db, clock) {
  const silent = { info() {}, warn() {}, error() {} };
  const now = () => new Date(clock.now);
  const mail = {
    db,
    queue: { enqueue: async () => {} },
    box: createSecretBox(['x'.repeat(40)], 'mail'),
    log: silent,
    brand: { name: 'Bench', supportEmail: 'help@bench.example', primaryColor: '#b4532a' },
    publicUrl: 'https://bench.example',
    plansEnabled: true,
    alertKeys: [Buffer.alloc(32, 1)],
    now,
  };
  return {
    ...mail,
    mailWorks: true,
    localMailbox: false,
    maxRecipients: ACCOUNTS,
    queueMail: (request, trx, id) => queueMail(mail, request, trx, id),
    deliverSoon: async () => {},
    alertLink: ({ accountId, userId }) => `https://bench.example/end/${accountId}/${userId}`,
    takeTest: async () => 0,
  };
}

async function administratorOf(db) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select id from users where role = 'Super Admin' and blocked_at is null order by id limit 1`.execute(
      trx,
    ),
  );
  return rows[0].id;
}

/** The mail server takes these mails. */
async function take(db, emailIds) {
  await inSystem(db, async (trx) => {
    await sql`update emails set state = 'sent', ended_at = now(), sealed = null where id = any(${emailIds}::uuid[])`.execute(
      trx,
    );
    await sql`update mailing_recipients set state = 'sent' where email_id = any(${emailIds}::uuid[])`.execute(
      trx,
    );
  });
}

/** So many recipients got their mail. */
async function takeSome(db, id, count) {
  await db.withOwnerConnection((client) =>
    client.query(
      `update mailing_recipients set state = 'sent' where mailing_id = $1 and user_id in (
         select user_id from mailing_recipients where mailing_id = $1 and state = 'waiting' order by user_id limit $2)`,
      [id, count],
    ),
  );
}
