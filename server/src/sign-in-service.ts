/** The sign-in service of the workspace `identity`, for processes with the identity role. */
import { helpLimits, replyHours } from '@kindling/contract/help-limits';
import { legalChangedOn, privacyPath, termsPath } from '@kindling/contract/site';
import { createIdentity, type Identity } from '@kindling/identity';
import { inSystem } from './db/transaction.ts';
import { withWrites } from './db/write-refusal.ts';
import {
  changeAddress,
  isSessionEnded,
  markSessionEnded,
  revokeEarlierTokens,
} from './features/identity/index.ts';
import { type MailDeps, queueMail } from './features/mail/index.ts';
import { deriveKey } from './lib/secret-box.ts';
import type { SharedServices } from './slices/slice.ts';

/** The secret of the sign-in service, derived from ours. */
export const secretOf = (master: string): string => deriveKey(master, 'identity').toString('base64url');

/**
 * In the read-only mode the service refuses every change itself. What still calls back is somebody who signs in or out, or a change
 * that began before: its own tables have it already, so ours must follow.
 */
const allowWrites =
  <Args extends unknown[]>(work: (...args: Args) => Promise<void>) =>
  (...args: Args): Promise<void> =>
    withWrites(true, () => work(...args));

export function createSignInService(
  { settings, db, log, failures, draining, readOnly }: SharedServices,
  mail: MailDeps,
): Promise<Identity> {
  return createIdentity({
    issuerUrl: settings.identityUrl,
    pool: db.pool,
    client: { id: settings.auth.clientId, appOrigins: [settings.publicUrl] },
    audience: settings.auth.audience,
    secret: secretOf(settings.secret),
    oldSecrets: settings.oldSecrets.map(secretOf),
    brand: settings.brand,
    terms: {
      version: legalChangedOn,
      termsUrl: `${settings.publicUrl}${termsPath}`,
      privacyUrl: `${settings.publicUrl}${privacyPath}`,
    },
    trial: settings.plansEnabled,
    help: {
      action: `${settings.publicUrl}/help`,
      honeypot: helpLimits.honeypot,
      maxMessage: helpLimits.message,
      maxName: helpLimits.name,
      replyHours,
    },
    readOnly,
    isTokenRevoked: (token) => inSystem(db, (trx) => isSessionEnded(trx, token)),
    onSessionEnded: allowWrites((sessionId) => markSessionEnded({ db }, sessionId)),
    onCredentialsChanged: allowWrites((sub) => revokeEarlierTokens({ db }, settings.auth.issuer, sub)),
    onAddressChanged: allowWrites((sub, email) =>
      changeAddress(db, { issuer: settings.auth.issuer, sub }, email),
    ),
    sendMail: allowWrites(async (request) => void (await queueMail(mail, request))),
    limits: db.mode === 'postgres' ? 'database' : 'memory',
    trustProxy: settings.trustProxy,
    draining,
    log,
    onFailure: (failure) =>
      failures.report({ ...failure, origin: 'sign-in', level: 'error', accountId: null }),
  });
}
