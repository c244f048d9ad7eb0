import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { type Fields, isFields, listOf } from '../kit/fields.ts';
import { startMailbox } from './server.ts';

type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
const open: Mailbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((mailbox) => mailbox.close()));
});

async function start(folder?: string): Promise<Mailbox> {
  const mailbox = await startMailbox({ port: 0, smtpPort: 0, folder });
  open.push(mailbox);
  return mailbox;
}

/** Speaks SMTP as a client does, waiting for each answer; gives the answer to the mail itself. */
async function sendMail(port: number, to: string, content: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const line = String((await lines.next()).value);
      if (line[3] === ' ') return line;
    }
  };
  await answer();
  for (const line of ['EHLO shop', 'MAIL FROM:<kindling@example.com>', `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${line}\r\n`);
    await answer();
  }
  socket.write(`${content.replaceAll('\n', '\r\n')}\r\n.\r\n`);
  const verdict = await answer();
  socket.destroy();
  return verdict;
}

const mail = `From: Kindling <kindling@example.com>
To: Mara <mara@example.com>
Subject: =?utf-8?Q?Best=C3=A4tigen?=
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Open http://localhost:4001/confirm?token=1&x=2 please <b>
--b
Content-Type: text/html; charset=utf-8

<p>Open <a href="http://localhost:4001/confirm">this</a></p><script>alert(1)</script>
--b--`;

async function list(mailbox: Mailbox, to = ''): Promise<Fields[]> {
  const body: unknown = await (await fetch(`${mailbox.url}/api/mails?to=${to}`)).json();
  return isFields(body) ? listOf(body.mails) : [];
}

describe('mailbox', () => {
  it('receives a mail over SMTP, lists it and shows its parts', async () => {
    const mailbox = await start();
    expect(await sendMail(mailbox.smtpPort, 'Mara@example.com', mail)).toMatch(/^250/);
    expect(await list(mailbox, 'other@example.com')).toEqual([]);
    const [received] = await list(mailbox, 'mara@example.com');
    expect(received).toMatchObject({
      subject: 'Bestätigen',
      from: 'kindling@example.com',
      to: ['mara@example.com'],
    });
    expect(await (await fetch(mailbox.url)).text()).toContain('Bestätigen');
    const page = await (await fetch(`${mailbox.url}/mail/${received?.id}`)).text();
    expect(page).toContain('href="http://localhost:4001/confirm?token=1&#38;x=2"');
    expect(page).toContain('please &#60;b&#62;');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const frame = await fetch(`${mailbox.url}/mail/${received?.id}/html`);
    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(frame.headers.get('content-security-policy')).not.toContain('allow-scripts');
  });

  it('lists the newest first and can be emptied', async () => {
    const mailbox = await start();
    await sendMail(mailbox.smtpPort, 'a@example.com', 'Subject: one\n\n1');
    await sendMail(mailbox.smtpPort, 'a@example.com', 'Subject: two\n\n2');
    expect((await list(mailbox)).map((entry) => entry.subject)).toEqual(['two', 'one']);
    await fetch(`${mailbox.url}/api/mails`, { method: 'DELETE' });
    expect(await list(mailbox)).toEqual([]);
  });

  it('keeps mails over a restart when it has a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
    const first = await start(folder);
    await sendMail(first.smtpPort, 'a@example.com', 'Subject: kept\n\n1');
    const second = await start(folder);
    expect((await list(second)).map((entry) => [entry.id, entry.subject])).toEqual([['1', 'kept']]);
    await sendMail(second.smtpPort, 'a@example.com', 'Subject: next\n\n1');
    expect((await list(second)).map((entry) => entry.id)).toEqual(['2', '1']);
    rmSync(folder, { recursive: true });
  });

  it('says when the web port is taken and leaves nothing open', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await expect(startMailbox({ port, smtpPort: 0 })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
