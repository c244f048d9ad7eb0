/** One-shot commands: `node dist/server/main.js <command>`. Each returns the lines to print. */
import type { Settings } from '../config/settings.ts';
import { changeRole } from '../features/identity/index.ts';
import type { Log } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';
import { mailCommand, mailTestCommand } from './mail.ts';
import { maintenanceCommand } from './maintenance.ts';
import { moveAccount } from './move-account.ts';
import { givePlan, listEndedAccounts, takePlan } from './plans.ts';

interface Command {
  /** How it is called, and what it does. */
  usage: readonly (readonly [call: string, about: string])[];
  /** Null for words that it does not take. */
  run(words: readonly string[], settings: Settings, log: Log): Promise<string[]> | null;
}

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'migrate',
    {
      usage: [['migrate', 'brings the database up to date']],
      async run(_words, settings, log) {
        await (await openMigrated(settings, log)).close();
        return ['The database is up to date.'];
      },
    },
  ],
  [
    'set-role',
    {
      usage: [['set-role <e-mail> <Regular|Super Admin>', 'makes somebody an administrator, or ends that']],
      run: ([email, ...role], settings, log) =>
        email === undefined ? null : setRole(settings, log, email, role.join(' ')),
    },
  ],
  [
    'move-account',
    {
      usage: [
        [
          'move-account <e-mail> --to <postgres://...>',
          'copies an account with everything in it to a PostgreSQL database',
        ],
      ],
      run: ([email, to, targetUrl], settings, log) =>
        email === undefined || to !== '--to' || targetUrl === undefined
          ? null
          : moveAccount({ settings, log, email, targetUrl }),
    },
  ],
  [
    'give-plan',
    {
      usage: [
        [
          'give-plan <e-mail|account id> [last day]',
          'gives an account everything for free, until the end of that day',
        ],
      ],
      run: ([owner, lastDay], settings, log) =>
        owner === undefined ? null : givePlan(settings, log, owner, lastDay),
    },
  ],
  [
    'take-plan',
    {
      usage: [['take-plan <e-mail|account id>', 'takes a free plan back']],
      run: ([owner], settings, log) => (owner === undefined ? null : takePlan(settings, log, owner)),
    },
  ],
  [
    'ended-accounts',
    {
      usage: [['ended-accounts', 'lists what the next run does with accounts whose plan ended']],
      run: (_words, settings, log) => listEndedAccounts(settings, log),
    },
  ],
  [
    'maintenance',
    {
      usage: [
        [
          'maintenance read-only <on|off|status>',
          'refuses all changes, for an upgrade; ends that; or tells which',
        ],
      ],
      run: (words, settings, log) => maintenanceCommand(settings, log, words),
    },
  ],
  [
    'mail',
    {
      usage: [
        ['mail', 'lists mails that could not be sent'],
        ['mail resend <id|all>', 'sends them again'],
      ],
      run: (words, settings, log) => mailCommand(settings, log, [...words]),
    },
  ],
  [
    'mail-test',
    {
      usage: [['mail-test <e-mail> [language]', 'sends a test at once and tells what the mail server said']],
      run: ([email, language], settings) =>
        email === undefined ? null : mailTestCommand(settings, email, language),
    },
  ],
]);

/** @throws Error with the list of commands for one that there is not, or whose words are missing */
export async function runCommand(args: string[], settings: Settings, log: Log): Promise<string[]> {
  const [name = '', ...words] = args;
  const running = commands.get(name)?.run(words, settings, log) ?? null;
  if (running === null) throw new Error(`unknown command.\n${describeCommands()}`);
  return running;
}

/** Columns of the calls; what a longer one does is below it. */
const callWidth = 37;

function describeCommands(): string {
  const lines = [...commands.values()].flatMap(({ usage }) =>
    usage.map(([call, about]) => {
      const start =
        call.length < callWidth ? call.padEnd(callWidth) : `${call}\n${' '.repeat(callWidth + 2)}`;
      return `  ${start}${about}`;
    }),
  );
  return ['Commands:', ...lines].join('\n');
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
