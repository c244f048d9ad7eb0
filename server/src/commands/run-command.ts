/** One-shot commands: `node dist/server/main.js <command>`. Each returns the lines to print. */
import type { Settings } from '../config/settings.ts';
import { changeRole } from '../features/identity/index.ts';
import type { Log } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';
import { mailCommand, mailTestCommand } from './mail.ts';
import { moveAccount } from './move-account.ts';
import { givePlan, listEndedAccounts, takePlan } from './plans.ts';

const usage = [
  'Commands:',
  '  migrate                              brings the database up to date',
  '  set-role <e-mail> <Regular|Super Admin>',
  '  move-account <e-mail> --to <postgres://...>',
  '                                       copies an account with everything in it to a PostgreSQL database',
  '  give-plan <e-mail|account id> [last day]',
  '                                       gives an account everything for free, until the end of that day',
  '  take-plan <e-mail|account id>        takes a free plan back',
  '  ended-accounts                       lists what the next run does with accounts whose plan ended',
  '  mail                                 lists mails that could not be sent',
  '  mail resend <id|all>                 sends them again',
  '  mail-test <e-mail> [language]        sends a test at once and tells what the mail server said',
];

export async function runCommand(args: string[], settings: Settings, log: Log): Promise<string[]> {
  const [command, email, ...rest] = args;
  if (command === 'migrate') {
    await (await openMigrated(settings, log)).close();
    return ['The database is up to date.'];
  }
  if (command === 'give-plan' && email !== undefined) return givePlan(settings, log, email, rest[0]);
  if (command === 'take-plan' && email !== undefined) return takePlan(settings, log, email);
  if (command === 'ended-accounts') return listEndedAccounts(settings, log);
  if (command === 'mail') return mailCommand(settings, log, args.slice(1));
  if (command === 'mail-test' && email !== undefined) return mailTestCommand(settings, email, rest[0]);
  if (command === 'set-role' && email !== undefined) return setRole(settings, log, email, rest.join(' '));
  if (command === 'move-account' && email !== undefined && rest[0] === '--to' && rest[1] !== undefined)
    return moveAccount({ settings, log, email, targetUrl: rest[1] });
  throw new Error(`unknown command.\n${usage.join('\n')}`);
}

async function setRole(settings: Settings, log: Log, email: string, role: string): Promise<string[]> {
  if (role !== 'Regular' && role !== 'Super Admin')
    throw new Error('the role is either Regular or "Super Admin".');
  const db = await openMigrated(settings, log);
  try {
    if (!(await changeRole(db, email, role)))
      throw new Error(`nobody with the address ${email} has signed in yet.`);
    return [`${email} is now ${role}.`];
  } finally {
    await db.close();
  }
}
