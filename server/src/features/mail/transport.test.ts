import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { startMailbox } from '../../../../simulators/mailbox/server.ts';
import { retryDelaySeconds } from './deliver.ts';
import { logoPng } from './logo.ts';
import { createSender } from './transport.ts';

test('a mail with an unsubscribe URL has both headers for one-click unsubscribe', async () => {
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 });
  try {
    const url = `smtp://127.0.0.1:${mailbox.smtpPort}`;
    const sender = createSender({ url, from: 'support@kindling.example' });
    const digest = {
      to: 'ann@example.com',
      replyTo: 'support@kindling.example',
      subject: 'Reviews',
      text: 't',
      html: '<p>t</p>',
      submitted: 'auto-generated',
      unsubscribe: 'https://kindling.example/unsubscribe/x',
      senderName: null,
      pictures: [],
      reported: false,
    } as const;
    await sender.send(digest, { id: 'an-id', createdAt: new Date('2026-11-21T08:00:00Z') });
    const answer = await fetch(`${mailbox.url}/api/mails`);
    const { mails } = (await answer.json()) as { mails: { headers: object[] }[] };
    const headers = [
      { name: 'List-Unsubscribe', value: '<https://kindling.example/unsubscribe/x>' },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
      { name: 'Message-ID', value: '<an-id@kindling.example>' },
    ];
    for (const header of headers) expect(mails[0]?.headers).toContainEqual(header);
  } finally {
    await mailbox.close();
  }
});

test('a picture is inside the mail, beside the HTML that names it', async () => {
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 });
  try {
    const sender = createSender({
      url: `smtp://127.0.0.1:${mailbox.smtpPort}`,
      from: 'support@kindling.example',
    });
    const png = logoPng('#3370cd').toString('base64');
    const mail = {
      to: 'ann@example.com',
      replyTo: 'support@kindling.example',
      subject: 'Reviews',
      text: 't',
      html: '<img src="cid:logo@kindling.invalid">',
      submitted: 'auto-generated',
      unsubscribe: null,
      senderName: null,
      pictures: [{ cid: 'logo@kindling.invalid', png }],
      reported: false,
    } as const;
    await sender.send(mail, { id: 'an-id', createdAt: new Date('2026-11-21T08:00:00Z') });
    const source = await (await fetch(`${mailbox.url}/mail/1/source`)).text();
    expect(source).toMatch(/Content-Type: multipart\/alternative[\s\S]*Content-Type: multipart\/related/);
    expect(source).toContain('Content-ID: <logo@kindling.invalid>');
    expect(source).toContain('Content-Disposition: inline');
    const shown = await (await fetch(`${mailbox.url}/mail/1/html`)).text();
    expect(shown).toContain(`<img src="data:image/png;base64,${png}">`);
  } finally {
    await mailbox.close();
  }
});

/** A mail server that takes everything, as far as RFC 5321 asks of it here. @returns what the client said */
async function listenSmtp(): Promise<{ port: number; said: string[]; close(): void }> {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    let inMessage = false;
    createInterface({ input: socket }).on('line', (line) => {
      said.push(line);
      if (inMessage && line !== '.') return;
      inMessage = line === 'DATA';
      socket.write(inMessage ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, said, close: () => void server.close() };
}

test('an invitation has the name of the business, and its reports go to the return address', async () => {
  const smtp = await listenSmtp();
  try {
    const server = { url: `smtp://127.0.0.1:${smtp.port}`, from: 'Kindling <reviews@kindling.example>' };
    const sender = createSender({ ...server, returnAddress: 'returned@kindling.example' });
    const mail = {
      to: 'ann@example.com',
      replyTo: 'owner@cafe.example',
      subject: 'How was it?',
      text: 't',
      html: '<p>t</p>',
      submitted: 'auto-generated',
      unsubscribe: null,
      pictures: [],
    } as const;
    const stamp = { id: 'an-id', createdAt: new Date('2026-11-21T08:00:00Z') };
    await sender.send({ ...mail, senderName: 'Linde, "Bar"', reported: true }, stamp);
    await sender.send({ ...mail, senderName: null, reported: false }, stamp);
    const starting = (start: string) => smtp.said.filter((line) => line.startsWith(start));
    expect(starting('MAIL FROM:')).toEqual([
      'MAIL FROM:<returned@kindling.example>',
      'MAIL FROM:<reviews@kindling.example>',
    ]);
    expect(starting('From: ')).toEqual([
      'From: "Linde, \\"Bar\\"" <reviews@kindling.example>',
      'From: Kindling <reviews@kindling.example>',
    ]);
  } finally {
    smtp.close();
  }
});

test('delays grow from half a minute to ten minutes', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 100].map((attempts) => retryDelaySeconds(attempts, () => 1));
  expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600]);
  expect(retryDelaySeconds(100, () => 0)).toBe(300);
});
