import { asLanguage } from '@kindling/contract/constants';
import { BrowserSessions, SecondFactors, securityPath } from '@kindling/identity';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/client.ts';
import { inSystem } from '../db/transaction.ts';
import { auditFactorRemoval, revokeEarlierTokens } from '../features/identity/index.ts';
import { storeMail } from '../features/mail/index.ts';
import type { Log } from '../lib/log.ts';
import { createStoredSecretBox } from '../lib/secret-box.ts';
import { CommandError, type CommandResult } from './command-result.ts';

interface Context {
  db: Database;
  settings: Settings;
  log: Log;
}

/**
 * Removes every passkey, the authenticator app and the recovery codes of a person, ends their sessions, and tells them. For
 * the last administrator who has lost them too, because whoever runs the machine needs no sign-in for it.
 * @throws CommandError where a hosted service signs in, or nobody has the address
 */
export async function removeSecondFactor(context: Context, address: string): Promise<CommandResult> {
  const { db, settings, log } = context;
  const { hosted, domain } = settings.auth;
  if (hosted)
    throw new CommandError(
      'failed',
      `${domain} keeps the sign-ins of this installation; remove the second factor there.`,
    );
  const email = address.trim().toLowerCase();
  const person = await new SecondFactors(db.pool).removeAll(email);
  if (person === null) throw new CommandError('failed', `nobody signs in with the address ${email}.`);
  const { before } = person;
  const removed = [
    before.passkeys === 0 ? null : `${before.passkeys} ${before.passkeys === 1 ? 'passkey' : 'passkeys'}`,
    before.authenticatorApp ? 'the authenticator app' : null,
    before.recoveryCodes === 0 ? null : 'the recovery codes',
  ].filter((part) => part !== null);
  if (removed.length === 0)
    return {
      lines: [`${email} has no second factor; nothing was changed.`],
      json: { email, removed },
    };
  await endSignIns(context, email, person);
  log.warn({ id: person.sub }, 'A command removed the second factor of a person');
  return {
    lines: [
      `Removed from ${email}: ${removed.join(', ')}. They are signed out everywhere and sign in with the password alone.`,
      'A message tells them, as soon as a worker runs.',
    ],
    json: { email, removed },
  };
}

async function endSignIns(
  { db, settings }: Context,
  email: string,
  { sub, locale, name }: { sub: string; locale: string; name: string | null },
): Promise<void> {
  const { issuer } = settings.auth;
  await new BrowserSessions(db.pool).endAll(sub);
  await revokeEarlierTokens({ db }, issuer, sub);
  await auditFactorRemoval(db, { issuer, sub });
  await inSystem(db, (trx) =>
    storeMail({ box: createStoredSecretBox(settings), brand: settings.brand }, trx, {
      kind: 'sign-in-changed',
      change: 'factors-removed',
      to: email,
      locale: asLanguage(locale),
      name,
      link: `${settings.identityUrl}${securityPath}`,
      passkeyName: null,
      codesLeft: null,
    }),
  );
}
