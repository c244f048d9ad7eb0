import { expect, test } from 'vitest';
import { startMailbox } from '../../../../simulators/mailbox/server.ts';
import { retryDelaySeconds } from './deliver.ts';
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

test('delays grow from half a minute to ten minutes', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 100].map((attempts) => retryDelaySeconds(attempts, () => 1));
  expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600]);
  expect(retryDelaySeconds(100, () => 0)).toBe(300);
});
