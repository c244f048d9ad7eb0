import { asLanguage } from '@kindling/contract/constants';
import { BrowserSessions, SecondFactors, securityPath } from '@kindling/identity';
import type { Settings } from '../config/settings.ts';
import { inSystem } from '../db/transaction.ts';
import { auditFactorRemoval, revokeEarlierTokens } from '../features/identity/index.ts';
import { storeMail } from '../features/mail/index.ts';
import type { Log } from '../lib/log.ts';
import { createStoredSecretBox } from '../lib/secret-box.ts';
import { openMigrated } from '../open-migrated.ts';

/**
 * Removes every passkey, the authenticator app and the recovery codes of a person, ends their sessions, and tells them. For
 * the last administrator who has lost them too, because whoever runs the machine needs no sign-in for it.
 */
export async function removeSecondFactor(settings: Settings, log: Log, address: string): Promise<string[]> {
  const { issuer, hosted, domain } = settings.auth;
  if (hosted)
    throw new Error(`${domain} keeps the sign-ins of this installation; remove the second factor there.`);
  const email = address.trim().toLowerCase();
  const db = await openMigrated(settings, log);
  try {
    const removed = await new SecondFactors(db.pool).removeAll(email);
    if (removed === null) throw new Error(`nobody signs in with the address ${email}.`);
    const { sub, locale, name, before } = removed;
    const parts = [
      before.passkeys === 0 ? null : `${before.passkeys} ${before.passkeys === 1 ? 'passkey' : 'passkeys'}`,
      before.authenticatorApp ? 'the authenticator app' : null,
      before.recoveryCodes === 0 ? null : 'the recovery codes',
    ].filter((part) => part !== null);
    if (parts.length === 0) return [`${email} has no second factor; nothing was changed.`];
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
    log.warn({ id: sub }, 'A command removed the second factor of a person');
    return [
      `Removed from ${email}: ${parts.join(', ')}. They are signed out everywhere and sign in with the password alone.`,
      'A message tells them, as soon as a worker runs.',
    ];
  } finally {
    await db.close();
  }
}
