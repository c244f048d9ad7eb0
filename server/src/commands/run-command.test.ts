import { expect, test } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { createLog } from '../lib/log.ts';
import { runCommand } from './run-command.ts';

test('an unknown role is refused before the database is opened', async () => {
  const settings = readSettings({
    KINDLING_SECRET: 'a secret of the tests that is long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  await expect(
    runCommand(['set-role', 'no@example.com', 'King'], settings, createLog('silent')),
  ).rejects.toThrow('the role is either Regular or "Super Admin".');
});
