import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Queue, retryPauses, startQueue } from '../../jobs/queue.ts';
import { createLog } from '../../lib/log.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from '../../testing/database.ts';
import { mailJobs, mailJobsDeclared, queueMail } from './mail.ts';

interface Mailbox {
  url: string;
  mails: string[];
  /** Connections that are refused before one is taken. */
  refuse: number;
  /** Answers to recipients, one each, before they are taken. */
  answers: string[];
  server: Server;
}

/** As much of SMTP as a client needs to hand over a mail. */
async function openMailbox(): Promise<Mailbox> {
  const server = createServer((socket) => {
    if (box.refuse > 0) {
      box.refuse -= 1;
      socket.end('421 not now\r\n');
      return;
    }
    let data: string | null = null;
    let pending = '';
    socket.on('error', () => socket.destroy());
    socket.write('220 tests\r\n');
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (;;) {
        const end = pending.indexOf('\r\n');
        if (end < 0) return;
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        if (data !== null) {
          if (line !== '.') data += `${line}\n`;
          else {
            box.mails.push(data);
            data = null;
            socket.write('250 taken\r\n');
          }
        } else if (line === 'DATA') {
          data = '';
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT')) socket.write(`${box.answers.shift() ?? '250 ok'}\r\n`);
        else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const box: Mailbox = { url: `smtp://127.0.0.1:${port}`, mails: [], refuse: 0, answers: [], server };
  return box;
}

const mail = {
  to: 'ann@example.com',
  subject: 'Confirm your address',
  text: 'https://id.example.com/confirm?token=one-time-secret',
  html: '<p>one-time-secret</p>',
};

describe.each(databaseModes)('outgoing mail, %s', (mode) => {
  const box = createSecretBox(['a secret of the tests that is long enough'], 'tests');
  let database: TestDatabase;
  let queue: Queue;
  let mailbox: Mailbox;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
    mailbox = await openMailbox();
    queue = await startQueue({
      pool: database.db.pool,
      embedded: mode === 'embedded',
      log: createLog('silent'),
      jobs: mailJobsDeclared,
      pollingSeconds: 0.5,
    });
  });
  afterAll(async () => {
    await queue.stop();
    mailbox.server.close();
    await database.close();
  });

  test('what is not a mail is refused when it is handed over', async () => {
    for (const bad of [
      { to: 'nobody' },
      { subject: '' },
      { subject: 'x'.repeat(301) },
      { text: '' },
      { html: '' },
    ])
      await expect(queueMail({ queue, box }, { ...mail, ...bad })).rejects.toThrow(z.ZodError);
  });

  test('waits sealed, is sent once the mail server answers, and cannot gain a header', async () => {
    mailbox.refuse = 1;
    await queueMail({ queue, box }, { ...mail, subject: 'Hello\r\nBcc: everybody@example.com' });
    const { rows } = await database.db.pool.query<{ data: unknown }>(
      `select data from pgboss.job where name = 'mail.send'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/one-time-secret|ann@example/);
    await queue.work(
      mailJobs({ box, url: mailbox.url, from: 'Kindling <support@example.com>', log: createLog('silent') }),
    );
    await vi.waitFor(() => expect(mailbox.mails).toHaveLength(1), { timeout: 25_000, interval: 50 });
    const [sent = ''] = mailbox.mails;
    expect(sent).toMatch(/^To: ann@example\.com$/m);
    expect(sent).toMatch(/^From: Kindling <support@example\.com>$/m);
    expect(sent).toMatch(/^Message-ID: <[0-9a-f-]{36}@127\.0\.0\.1>$/m);
    expect(sent).not.toMatch(/^Bcc:/im);
    expect(sent).toContain('one-time-secret');
    expect(mailbox.refuse).toBe(0);
  });

  test('goes to every address that somebody could sign up with', async () => {
    for (const to of [
      'a..b@docomo.example',
      "o'brien&sons@example.com",
      'ivan@example.xn--p1ai',
      'x@example.co',
    ])
      await expect(queueMail({ queue, box }, { ...mail, to })).resolves.toBeUndefined();
  });

  test('a refusal for good ends it, a passing one does not, and neither names the address', async () => {
    const lines: string[] = [];
    const log = createLog('silent');
    log.level = 'warn';
    vi.spyOn(log, 'warn').mockImplementation((...parts: unknown[]) => {
      lines.push(JSON.stringify(parts));
    });
    const [job] = mailJobs({ box, url: mailbox.url, from: 'support@example.com', log });
    const id = crypto.randomUUID();
    const sealed = box.seal(JSON.stringify(mail), `mail:${id}`);
    const send = async () => job?.run({ id, sealed }, new AbortController().signal);
    const before = mailbox.mails.length;
    mailbox.answers = ['450 4.2.1 <ann@example.com> try later'];
    const passing = await send().catch((error: unknown) => error);
    expect(String(passing)).toBe('Error: The mail server answered EENVELOPE 450');
    mailbox.answers = ['550 5.1.1 <ann@example.com> unknown'];
    await send();
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain('ann@example');
    expect(mailbox.mails).toHaveLength(before);
    await send();
    expect(mailbox.mails).toHaveLength(before + 1);
  });

  test('is tried for about a day', () => {
    // pg-boss: half of the doubled pause at least, never more than the greatest.
    let seconds = 0;
    const { retryLimit = 0 } = mailJobsDeclared[0] ?? {};
    for (let tries = 0; tries < retryLimit; tries += 1)
      seconds += Math.min(retryPauses.greatest, (retryPauses.first * 2 ** Math.min(16, tries + 1)) / 2);
    expect(seconds / 3600).toBeGreaterThan(23);
  });
});
