import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailbox } from '../../../simulators/mailbox/server.ts';
import { readSettings } from '../config/settings.ts';
import { createLog } from '../lib/log.ts';
import { runCommand } from './run-command.ts';

describe('the command mail-test', () => {
  let mailbox: Awaited<ReturnType<typeof startMailbox>>;
  beforeAll(async () => {
    mailbox = await startMailbox({ port: 0, smtpPort: 0 });
  });
  afterAll(() => mailbox.close());

  const run = (args: string[], more: Record<string, string> = {}) =>
    runCommand(
      args,
      readSettings({
        KINDLING_SECRET: 'a secret of the tests that is long enough',
        SMTP_URL: `smtp://127.0.0.1:${mailbox.smtpPort}`,
        ...more,
      }),
      createLog('silent'),
    );

  test('sends at once, without a database, and prints the mail server’s response', async () => {
    const { lines } = await run(['mail-test', 'ann@example.com', 'nl']);
    expect(lines[0]).toContain(`127.0.0.1:${mailbox.smtpPort} took the test for ann@example.com: 250`);
    const answer = await fetch(`${mailbox.url}/api/mails?to=ann@example.com`);
    expect(await answer.json()).toMatchObject({ mails: [{ subject: 'Testbericht van Kindling' }] });
  });

  test('explains each error in one sentence', async () => {
    await expect(run(['mail-test', 'nobody'])).rejects.toThrow('"nobody" is not an e-mail address.');
    await expect(run(['mail-test', 'ann@example.com', 'xx'])).rejects.toThrow('the language is one of en,');
    await expect(run(['mail-test', 'ann@example.com'], { SMTP_URL: '' })).rejects.toThrow('SMTP_URL');
    await expect(run(['mail-test', 'ann@example.com'], { SMTP_URL: 'smtp://127.0.0.1:1' })).rejects.toThrow(
      /the mail was not taken\. The mail server was not reached \(E\w+\): connect ECONNREFUSED/,
    );
    await expect(run(['mail', 'resend'])).rejects.toThrow('mail resend <id>');
    await expect(run(['mail-test'])).rejects.toThrow('unknown command');
  });
});
