/** Reads a list of recipients and says who of it can be invited, without storing anything. */
import { requestLimits } from '@kindling/contract/review-request-limits';
import type { Invitee } from '@kindling/contract/review-requests';
import { inTenant } from '../../db/transaction.ts';
import { addressHash } from './addresses.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import { leaveOut, noLines, readRecipientText } from './read-recipients.ts';
import { findBlocked } from './suppression-queries.ts';

export async function checkRecipients(deps: ReviewRequestsDeps, accountId: string, text: string) {
  const { found, notAnAddress, doubled } = await readRecipientText(text);
  const hashed = found.map((one) => ({ ...one, hash: addressHash(accountId, one.email) }));
  const hashes = hashed.map(({ hash }) => hash);
  const blocked = await inTenant(deps.db, accountId, (trx) =>
    findBlocked(trx, accountId, hashes, nowOf(deps)),
  );
  const [suppressed, invitedLately, tooMany] = [noLines(), noLines(), noLines()];
  const recipients: Invitee[] = [];
  for (const { email, name, line, hash } of hashed) {
    const reason = blocked.get(hash.toString('hex'));
    if (reason === 'suppressed') leaveOut(suppressed, line, email);
    else if (reason === 'invited-lately') leaveOut(invitedLately, line, email);
    else if (recipients.length >= requestLimits.recipients) leaveOut(tooMany, line, email);
    else recipients.push({ email, name });
  }
  return { recipients, leftOut: { notAnAddress, doubled, suppressed, invitedLately, tooMany } };
}
