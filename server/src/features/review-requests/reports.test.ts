/** Reports of mail servers, from the mailbox of the return address to the list of addresses that get no invitations. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CampaignWorld, createCampaignWorld, someRecipients } from '../../testing/campaign-fixture.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { type ImapServer, startImapServer } from '../../testing/imap-server.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { maxReportBytes, readReport } from './read-report.ts';
import { readReports } from './report-mailbox.ts';

/** Made by Postfix 3.7.11 of Debian for a mail of ours to a user whom it does not know. */
const realReport = readFileSync(new URL('./fixtures/postfix-unknown-user.eml', import.meta.url), 'utf8');
const realId = '0198c0de-1111-8222-8333-444455556666';

interface Parts {
  id?: string;
  action?: string;
  status?: string;
  feedback?: string;
}

/** A report as RFC 3464 and RFC 5965 describe them, with the headers of the mail only. */
function aReport({ id = realId, action = 'failed', status = '5.1.1', feedback }: Parts): string {
  const [type, part] =
    feedback === undefined
      ? [
          'delivery-status',
          `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@visitor.example\nAction: ${action}\nStatus: ${status}\n`,
        ]
      : [
          'feedback-report',
          `Content-Type: message/feedback-report\n\nFeedback-Type: ${feedback}\nUser-Agent: Mill/1\nVersion: 1\n`,
        ];
  return [
    'From: <MAILER-DAEMON@mx.example>',
    'To: returned@kindling.example',
    'Subject: Report',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
    '',
    '--b\nContent-Type: text/plain\n\nSomething happened.\n',
    `--b\n${part}`,
    `--b\nContent-Type: text/rfc822-headers\n\nFrom: reviews@kindling.example\nMessage-ID:\n <${id}@kindling.example>\nSubject: Hi\n`,
    '--b--\n',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n');
}

const read = (text: string) => readReport(Buffer.from(text));

describe('a report', () => {
  test('of Debian’s Postfix names the mail and the status', async () => {
    expect(await read(realReport)).toEqual({ emailId: realId, kind: 'bounced', status: '5.1.1' });
  });

  test.each([
    [{}, { kind: 'bounced', status: '5.1.1' }],
    [{ status: '5.2.2' }, { kind: 'bounced', status: '5.2.2' }],
    [{ feedback: 'abuse' }, { kind: 'complained', status: null }],
    [{ feedback: 'fraud' }, { kind: 'complained', status: null }],
    [{ feedback: 'not-spam' }, null],
    [{ feedback: 'auth-failure' }, null],
    [{ action: 'delayed', status: '4.4.1' }, null],
    [{ action: 'failed', status: '4.4.7' }, null],
    [{ action: 'delivered', status: '2.0.0' }, null],
    [{ id: 'guess' }, null],
  ] as const)('%j', async (parts, expected) => {
    expect(await read(aReport(parts))).toEqual(expected === null ? null : { emailId: realId, ...expected });
  });

  test('is ignored where it is none, or too deep, or not to be read', async () => {
    const nested = Array.from(
      { length: 200 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    ).join('');
    const plain = aReport({}).replace('multipart/report', 'multipart/mixed');
    for (const text of ['', 'x', plain, nested, `Subject: ${'x'.repeat(500_000)}`, aReport({}).slice(0, 300)])
      expect(await read(text)).toBeNull();
  });
});

describe.each(featureModes)('the mailbox of returned mail, %s', (mode) => {
  let app: TestApp;
  let world: CampaignWorld;
  let imap: ImapServer;
  let owner: TestUser;
  let campaignId: string;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
    world = await createCampaignWorld(app);
  });
  afterAll(async () => {
    await world.close();
    await app.close();
  });
  beforeEach(async () => {
    count += 1;
    imap = await startImapServer();
    owner = await app.signIn(`reported-${count}@example.com`);
    world.now = new Date();
    campaignId = (await world.create(owner, { recipients: someRecipients(3) })).id;
    await world.pass(1);
    await world.deliver();
  });
  afterEach(() => imap.close());

  const run = () => readReports(world.deps, imap.url, new AbortController().signal);
  const results = async () => (await world.read(owner, campaignId)).results;
  const suppressions = async () =>
    (
      (await owner.call('GET', '/review-requests/suppressions')).json as { items: { reason: string }[] }
    ).items.map(({ reason }) => reason);

  async function mailIds(): Promise<string[]> {
    const { rows } = await queryAsOwner<{ id: string }>(
      app.services.db,
      'select email_id as id from review_request_recipients where request_id = $1 order by position',
      [campaignId],
    );
    return rows.map(({ id }) => id);
  }

  test('a bounce and a complaint count once, a delay not at all, and each message is marked', async () => {
    const [first = '', second = '', third = ''] = await mailIds();
    imap.add(realReport.replaceAll(realId, first));
    imap.add(aReport({ id: first }));
    imap.add(aReport({ id: second, feedback: 'abuse' }));
    imap.add(aReport({ id: third, action: 'delayed', status: '4.4.1' }));
    imap.add('Subject: I am on holiday\r\n\r\nBack soon.');
    await run();
    expect(await results()).toMatchObject({ sent: 3, bounced: 1, unsubscribed: 1 });
    expect((await suppressions()).sort()).toEqual(['bounced', 'complained']);
    expect(imap.messages.map(({ seen }) => seen)).toEqual([true, true, true, true, true]);
    imap.add(aReport({ id: first }));
    await run();
    expect(await results()).toMatchObject({ sent: 3, bounced: 1, unsubscribed: 1 });
    expect(await suppressions()).toHaveLength(2);
  });

  test('a full mailbox is no reason never to write again', async () => {
    const [first = ''] = await mailIds();
    imap.add(aReport({ id: first, status: '5.2.2' }));
    await run();
    expect(await results()).toMatchObject({ bounced: 1 });
    expect(await suppressions()).toEqual([]);
  });

  test('a report of a mail that we did not send changes nothing', async () => {
    imap.add(realReport);
    await run();
    expect(await results()).toMatchObject({ sent: 3, bounced: 0 });
    expect(imap.messages[0]?.seen).toBe(true);
  });

  test('a message whose connection broke after its effect is read again, and counts once', async () => {
    const [first = ''] = await mailIds();
    imap.add(aReport({ id: first }));
    imap.beforeStore = () => false;
    await run();
    expect(await results()).toMatchObject({ bounced: 1 });
    expect(imap.messages[0]?.seen).toBe(false);
    imap.beforeStore = () => true;
    await run();
    expect(await results()).toMatchObject({ bounced: 1 });
    expect(imap.messages[0]?.seen).toBe(true);
  });

  test('a message is not marked when its effect could not be stored', async () => {
    const [first = ''] = await mailIds();
    imap.add(aReport({ id: first }));
    const broken = { ...world.deps, db: { pool: { connect: () => Promise.reject(new Error('down')) } } };
    await readReports(broken as unknown as typeof world.deps, imap.url, new AbortController().signal);
    expect(imap.messages[0]?.seen).toBe(false);
  });

  test('of a large message only the beginning is read, and at most 200 messages in a run', async () => {
    for (let message = 0; message < 201; message += 1) imap.add(`Subject: ${message}\r\n\r\nx`);
    await run();
    expect(imap.messages.filter(({ seen }) => !seen)).toHaveLength(1);
    expect(
      imap.commands
        .filter((command) => command.includes('FETCH'))
        .every((command) => command.includes(`<0.${maxReportBytes}>`)),
    ).toBe(true);
  });

  test('a mailbox that refuses or is gone is tried again, and the log has no password', async () => {
    const wrong = imap.url.replace('secret%20word', 'wrong-word');
    await readReports(world.deps, wrong, new AbortController().signal);
    await imap.close();
    await run();
    const lines = app.logLines.filter((line) => line.includes('mailbox of returned mail'));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.join('\n')).not.toMatch(/wrong-word|secret/);
    imap = await startImapServer();
  });
});
