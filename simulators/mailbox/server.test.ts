import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, objectsIn } from '../kit/json-object.ts';
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

/** Sends a mail by SMTP, waiting for each answer; returns the answer to the mail itself. */
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

function connected(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
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

async function list(mailbox: Mailbox, to = ''): Promise<JsonObject[]> {
  const body: unknown = await (await fetch(`${mailbox.url}/api/mails?to=${to}`)).json();
  return isJsonObject(body) ? objectsIn(body.mails) : [];
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
    const see = async (query: string) => (await fetch(`${mailbox.url}/mail/${received?.id}${query}`)).text();
    expect(await see('')).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const text = await see('?view=text');
    expect(text).toContain('href="http://localhost:4001/confirm?token=1&#38;x=2"');
    expect(text).toContain('please &#60;b&#62;');
    expect(await see('?view=headers')).toContain('multipart/alternative; boundary=b');
    expect(await see('?view=source')).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(await see('/source')).toContain('Subject: =?utf-8?Q?Best=C3=A4tigen?=');
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

  it('stores mails over a restart when it has a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
    const first = await start(folder);
    await sendMail(first.smtpPort, 'a@example.com', 'Subject: kept\n\n1');
    const second = await start(folder);
    expect((await list(second)).map((entry) => [entry.id, entry.subject])).toEqual([['1', 'kept']]);
    await sendMail(second.smtpPort, 'a@example.com', 'Subject: next\n\n1');
    expect((await list(second)).map((entry) => entry.id)).toEqual(['2', '1']);
    rmSync(folder, { recursive: true });
  });

  it('shows a mail for readers who prefer dark or light, and on a phone', async () => {
    const mailbox = await start();
    const html = '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>Hello</p>';
    await sendMail(mailbox.smtpPort, 'a@example.com', `Subject: s\nContent-Type: text/html\n\n${html}`);
    const [mail] = await list(mailbox);
    const see = async (query: string) => (await fetch(`${mailbox.url}/mail/${mail?.id}${query}`)).text();
    expect(await see('/html?scheme=dark')).toContain('@media (min-width:0px){p{color:#fff}}');
    expect(await see('/html?scheme=light')).toContain('@media (max-width:0px){p{color:#fff}}');
    expect(await see('/html')).toContain('prefers-color-scheme:dark');
    const page = await see('?scheme=dark&width=390');
    expect(page).toContain('<iframe class="w390"');
    expect(page).toContain(`src="/mail/${mail?.id}/html?scheme=dark"`);
  });

  it('finds mails by words of address, subject and text', async () => {
    const mailbox = await start();
    await sendMail(mailbox.smtpPort, 'ann@example.com', 'Subject: First\n\nabout <b>apples</b>');
    await sendMail(mailbox.smtpPort, 'bob@example.com', 'Subject: Second\n\nabout pears');
    const see = async (words: string) =>
      (await fetch(`${mailbox.url}/?q=${encodeURIComponent(words)}`)).text();
    expect(await see('APPLES ann')).toMatch(/1 of 2 mails[\s\S]*First/);
    expect(await see('apples bob')).toContain('Nothing found');
    expect(await see('"><script>')).not.toContain('<script>');
    expect(await see('about')).not.toContain('<b>');
    // A page that refreshes itself would empty the search field while somebody types.
    expect(await see('')).not.toContain('http-equiv="refresh"');
    const list = await (await fetch(mailbox.url)).text();
    expect(list).toContain('http-equiv="refresh"');
    expect(list).not.toContain('<input');
  });

  it('refuses, stops and continues as configured', async () => {
    const mailbox = await start();
    const order = async (body: object) => {
      const answer = await fetch(`${mailbox.url}/_control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action: 'smtp', ...body }),
      });
      return answer.status;
    };
    const send = () => sendMail(mailbox.smtpPort, 'a@example.com', 'Subject: s\n\n1');
    expect(await order({ mode: 'refuse', code: 451, at: 'message', times: 1 })).toBe(200);
    expect(await send()).toMatch(/^451/);
    expect(await send()).toMatch(/^250/);
    expect(await order({ mode: 'refuse', code: 200 })).toBe(400);
    expect(await order({ mode: 'nonsense' })).toBe(400);
    expect(await order({ mode: 'down' })).toBe(200);
    await expect(connected(mailbox.smtpPort)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await order({ mode: 'slow', ms: 1 })).toBe(200);
    expect(await send()).toMatch(/^250/);
    expect(await list(mailbox)).toHaveLength(2);
  });

  it('reports that the web port is in use, and leaves no server open', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await expect(startMailbox({ port, smtpPort: 0 })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
