import type { Role } from '@kindling/contract/constants';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/client.ts';
import { changeRoleByCommand, createMailPerson } from '../features/admin-users/index.ts';
import { storeMail } from '../features/mail/index.ts';
import { AppError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import { createStoredSecretBox } from '../lib/secret-box.ts';
import { CommandError, type CommandResult } from './command-result.ts';

/**
 * `set-role <e-mail> <role>`: by the rule of the administrators' page, with the same entries and the same mail.
 * @throws CommandError when nobody has the address, or nobody else is an administrator
 */
export async function setRole(
  { db, settings, log }: { db: Database; settings: Settings; log: Log },
  email: string,
  role: Role,
): Promise<CommandResult> {
  const mail = { box: createStoredSecretBox(settings), brand: settings.brand };
  const mailPerson = createMailPerson((trx, request) => storeMail(mail, trx, request), log);
  try {
    if (!(await changeRoleByCommand({ db, mailPerson }, email, role)))
      throw new CommandError('failed', `nobody with the address ${email} has signed in yet.`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'last-admin') throw error;
    throw new CommandError(
      'refused',
      `${email} is the last administrator; make somebody else one before. Nothing was changed.`,
    );
  }
  return { lines: [`${email} is now ${role}.`], json: { email, role } };
}
