/** One-shot commands: `node dist/server/main.js <command>`. With `--json` they print one JSON object. */
import { resolve } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { askProgram } from '../control/ask-program.ts';
import type { Database } from '../db/client.ts';
import { withWrites } from '../db/write-refusal.ts';
import type { Log } from '../lib/log.ts';
import { openAsItIs, openMigrated } from '../open-migrated.ts';
import { backupCommand, verifyBackupCommand } from './backup.ts';
import { CommandError, type CommandResult } from './command-result.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { exportAccount } from './export-account.ts';
import { mailCommand, mailTestCommand } from './mail.ts';
import { isMaintenanceWord, maintenanceCommand } from './maintenance.ts';
import { moveAccount } from './move-account.ts';
import { givePlan, listEndedAccounts, takePlan } from './plans.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { restoreCommand } from './restore.ts';
import { rotateKeys } from './rotate-keys.ts';
import { setRole } from './set-role.ts';
import { parseVerifyWords, verifyAudit } from './verify-audit.ts';

type Usage = readonly (readonly [call: string, about: string])[];

/** A command that opens what it needs itself. */
interface OwnCommand {
  /** How it is called, and what it does. */
  usage: Usage;
  /** Null for words that it does not take. */
  run(words: readonly string[], settings: Settings, log: Log): Promise<string[] | CommandResult> | null;
}

/** What a command works with that runs in a process of its own or inside of the program. */
export interface DatabaseContext {
  db: Database;
  settings: Settings;
  log: Log;
}

/** A command that a running program runs where it holds the embedded database. */
interface DatabaseCommand {
  usage: Usage;
  /** Opens a database of an earlier version as it is, instead of bringing it up to date. */
  asItIs?: true;
  /** Null for words that it does not take. */
  prepare(words: readonly string[]): ((context: DatabaseContext) => Promise<CommandResult>) | null;
}

const ownCommands: ReadonlyMap<string, OwnCommand> = new Map<string, OwnCommand>([
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
  [
    'doctor',
    {
      usage: [['doctor', 'checks settings, database, mail, platforms and everything around them']],
      run: (words, settings, log) => (words.length > 0 ? null : doctorCommand({ settings, log, db: null })),
    },
  ],
  [
    'verify-backup',
    {
      usage: [['verify-backup <file> [--unencrypted]', 'reads a backup to its end, without a database']],
      run: verifyBackupCommand,
    },
  ],
  [
    'restore',
    {
      usage: [
        [
          'restore <file> [--journal <file>] [--old-journal] [--damaged-journal] [--without-journal] [--expired] [--unencrypted]',
          'restores a backup into an empty database, and erases again what was erased since',
        ],
      ],
      run: restoreCommand,
    },
  ],
]);

const databaseCommands: ReadonlyMap<string, DatabaseCommand> = new Map<string, DatabaseCommand>([
  [
    'set-role',
    {
      usage: [['set-role <e-mail> <Regular|Super Admin>', 'makes somebody an administrator, or ends that']],
      prepare([email, ...words]) {
        if (email === undefined) return null;
        const role = words.join(' ');
        if (role !== 'Regular' && role !== 'Super Admin')
          throw new CommandError('usage', 'the role is either Regular or "Super Admin".');
        return (context) => setRole(context, email, role);
      },
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
      prepare: ([what, state, ...more]) =>
        what !== 'read-only' || !isMaintenanceWord(state) || more.length > 0
          ? null
          : ({ db }) => maintenanceCommand(db, state),
    },
  ],
  [
    'remove-second-factor',
    {
      usage: [
        [
          'remove-second-factor <e-mail>',
          'for somebody who has lost passkeys, authenticator app and recovery codes; ends their sessions',
        ],
      ],
      prepare: ([email, ...more]) =>
        email === undefined || more.length > 0 ? null : (context) => removeSecondFactor(context, email),
    },
  ],
  [
    'backup',
    {
      usage: [['backup <file|folder>', 'writes everything into one file, while Kindling runs']],
      asItIs: true,
      prepare: ([target, ...more]) =>
        target === undefined || target.startsWith('--') || more.length > 0
          ? null
          : (context) => backupCommand(context, target),
    },
  ],
  [
    'rotate-keys',
    {
      usage: [['rotate-keys', 'encrypts what is stored with the newest KINDLING_SECRET']],
      prepare: (words) => (words.length > 0 ? null : (context) => rotateKeys(context)),
    },
  ],
  [
    'verify-audit',
    {
      usage: [
        [
          'verify-audit [account id|operator|all] [--heads] [--against <file>]',
          'checks that nothing in the audit log was changed, removed or added; --heads prints what to keep elsewhere',
        ],
      ],
      prepare(words) {
        const parsed = parseVerifyWords(words);
        return parsed === null ? null : ({ db }) => verifyAudit({ db }, parsed);
      },
    },
  ],
  [
    'export-account',
    {
      usage: [['export-account <e-mail|account id> <file>', 'writes the archive of an account into a file']],
      prepare: ([owner, file, ...more]) =>
        owner === undefined || file === undefined || more.length > 0
          ? null
          : (context) => exportAccount(context, owner, file),
    },
  ],
]);

/** @throws CommandError for an expected failure, with the list of commands for one that there is not */
export async function runCommand(
  args: readonly string[],
  settings: Settings,
  log: Log,
): Promise<CommandResult> {
  const [name = '', ...words] = args.filter((word) => word !== '--json');
  const own = ownCommands.get(name);
  if (own !== undefined) return asResult(await (own.run(words, settings, log) ?? unknown()));
  const command = databaseCommands.get(name);
  const work = command?.prepare(words) ?? null;
  if (command === undefined || work === null) return unknown();
  if (settings.databaseUrl === null) {
    const answer = await askProgram(settings.dataFolder, [name, ...absolutePaths(name, words)]);
    if (answer !== null) return answer;
  }
  const db = await (command.asItIs === true ? openAsItIs : openMigrated)(settings, log);
  try {
    return await work({ db, settings, log });
  } finally {
    await db.close();
  }
}

/**
 * Runs a command inside of the program. It may write in the read-only mode: the operator backs up before an upgrade, or has to
 * become the administrator who ends the mode. Null for one that does not run there.
 */
export function runInProgram(
  words: readonly string[],
  context: DatabaseContext,
): Promise<CommandResult> | null {
  const [name = '', ...rest] = words;
  if (name === 'doctor') return doctorCommand(context);
  const work = databaseCommands.get(name)?.prepare(rest) ?? null;
  return work && withWrites(true, () => work(context));
}

/** The running program may have been started in another folder. */
function absolutePaths(name: string, words: readonly string[]): string[] {
  const fileAt = name === 'backup' ? 0 : name === 'export-account' ? 1 : words.indexOf('--against') + 1 || -1;
  return words.map((word, at) => (at === fileAt ? resolve(word) : word));
}

const asResult = (result: string[] | CommandResult): CommandResult =>
  Array.isArray(result) ? { lines: result, json: { lines: result } } : result;

function unknown(): never {
  throw new CommandError('usage', `unknown command.\n${describeCommands()}`);
}

/** Columns of the calls; what a longer one does is below it. */
const callWidth = 37;

/** The commands with how they are called and what they do, a line for each. */
export function describeCommands(): string {
  const lines = [...ownCommands.values(), ...databaseCommands.values()].flatMap(({ usage }) =>
    usage.map(([call, about]) => {
      const start =
        call.length < callWidth ? call.padEnd(callWidth) : `${call}\n${' '.repeat(callWidth + 2)}`;
      return `  ${start}${about}`;
    }),
  );
  return ['Commands:', ...lines].join('\n');
}
