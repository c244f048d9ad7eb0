/** Invitations by mail: sent, sent again and revoked by members of the account. */
import { createHash, randomBytes } from 'node:crypto';
import { asLanguage, type Language } from '@kindling/contract/constants';
import type { AccountRole, MemberAccess } from '@kindling/contract/rights';
import { invitationDays, maxMembers, maxOpenInvitations, type Team } from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Bearer, SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { audit, countMembers, findLocaleOfAddress, isMemberAddress } from '../identity/index.ts';
import { cancelUnsentMail } from '../mail/index.ts';
import {
  type ChangeDeps,
  changeTeam,
  type LockedTeam,
  requireManager,
  requireSignInForOwners,
  type TeamChange,
} from './change-team.ts';
import type { TeamDeps } from './deps.ts';
import { endInvitation } from './end-invitations.ts';
import { listOtherInvitations, requireMailsLeft } from './mail-limits.ts';
import { nameLocations } from './mail-to.ts';
import { checkAccess } from './members.ts';
import {
  countOpenInvitations,
  findOpenInvitation,
  type InvitationRow,
  insertInvitation,
  isInvitedAddress,
  listInvitedLocations,
  renewInvitation,
} from './queries.ts';

const dayMs = 86_400_000;

/** What the database keeps of a token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Invites an address.
 * @throws AppError `role-forbids` for a role that the caller may not give, `already-member`, `already-invited`, `limit-reached`,
 *   `account-closing`, `rate-limited`, `invalid-input` as `checkAccess`, `sign-in-again` as `requireSignInForOwners`
 */
export async function invite(
  deps: TeamDeps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
  email: string,
  access: MemberAccess,
): Promise<Team> {
  const { accountId, userId } = user;
  const { locale, otherInvitations } = await readAddress(deps, accountId, email);
  return changeTeam(deps, user, async (trx, team) => {
    requireInviter(team, bearer, access.role);
    await requirePlace(trx, accountId, email);
    const { role, locationIds } = await checkAccess(trx, accountId, access);
    await requireMailsLeft(trx, accountId, email, otherInvitations, new Date());
    const id = newId();
    const link = newLink(deps);
    const { tokenHash, sentAt, expiresAt } = link;
    const invitation = { id, email, role, locationIds, invitedBy: userId, tokenHash, sentAt, expiresAt };
    await insertInvitation(trx, accountId, invitation);
    await queueInvitation(trx, team, { ...invitation, locale, url: link.url });
    const details = { role, locationCount: locationIds?.length ?? null };
    await audit(trx, { accountId, userId, action: 'invitation.sent', target: id, details });
  });
}

/**
 * Sends an open invitation again with a new link, also an expired one; a mail with the old link that was not sent is canceled.
 * The caller is the inviter from then on.
 * @throws AppError `not-found`, `role-forbids`, `account-closing`, `rate-limited`, `sign-in-again` as
 *   `requireSignInForOwners`
 */
export async function sendInvitationAgain(
  deps: TeamDeps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
  id: string,
): Promise<Team> {
  const { accountId, userId } = user;
  const invitation = await inTenant(deps.db, accountId, (trx) => requireOpen(trx, accountId, id));
  const { email, role } = invitation;
  const { locale, otherInvitations } = await readAddress(deps, accountId, email);
  return changeTeam(deps, user, async (trx, team) => {
    await requireOpen(trx, accountId, id);
    requireInviter(team, bearer, role);
    await requireMailsLeft(trx, accountId, email, otherInvitations, new Date());
    const link = newLink(deps);
    await renewInvitation(trx, accountId, id, { ...link, invitedBy: userId });
    await cancelUnsentMail(trx, accountId, { template: 'team-invitation', recipient: email }, link.sentAt);
    const locationIds = invitation.all_locations ? null : await listInvitedLocations(trx, accountId, id);
    const { url, expiresAt } = link;
    await queueInvitation(trx, team, { email, role, locationIds, locale, url, expiresAt });
    await audit(trx, { accountId, userId, action: 'invitation.sent-again', target: id });
  });
}

/** @throws AppError `not-found`, `role-forbids` */
export function revokeInvitation(deps: ChangeDeps, user: SignedInUser, id: string): Promise<Team> {
  const { accountId, userId } = user;
  return changeTeam(deps, user, async (trx, team) => {
    const invitation = await requireOpen(trx, accountId, id);
    requireManager(team, invitation.role);
    await endInvitation(trx, invitation, { userId, action: 'invitation.revoked' });
  });
}

function requireInviter(team: LockedTeam, bearer: Pick<Bearer, 'signedInAt'>, role: AccountRole): void {
  requireManager(team, role);
  requireSignInForOwners(bearer, null, role);
  if (team.closing) throw new AppError('account-closing');
}

async function requireOpen(trx: Transaction<DB>, accountId: string, id: string): Promise<InvitationRow> {
  const invitation = await findOpenInvitation(trx, accountId, id);
  if (invitation === null) throw notFound();
  return invitation;
}

/** Whether the team has a place for this address that nobody has yet. */
async function requirePlace(trx: Transaction<DB>, accountId: string, email: string): Promise<void> {
  if (await isMemberAddress(trx, accountId, email)) throw new AppError('already-member');
  if (await isInvitedAddress(trx, accountId, email)) throw new AppError('already-invited');
  const isFull =
    (await countMembers(trx, accountId)) >= maxMembers ||
    (await countOpenInvitations(trx, accountId)) >= maxOpenInvitations;
  if (isFull) throw new AppError('limit-reached');
}

/** The language of a person whom we know, null for everybody else, and when other accounts invited the address. */
function readAddress(
  { db }: Pick<TeamDeps, 'db'>,
  accountId: string,
  email: string,
): Promise<{ locale: Language | null; otherInvitations: Date[] }> {
  return inSystem(db, async (trx) => {
    const locale = await findLocaleOfAddress(trx, email);
    return {
      locale: locale === null ? null : asLanguage(locale),
      otherInvitations: await listOtherInvitations(trx, accountId, email, new Date()),
    };
  });
}

/** A new token. It stands in the fragment of the address, which browsers send to no server and so to no log. */
function newLink({ publicUrl }: Pick<TeamDeps, 'publicUrl'>) {
  const token = randomBytes(32).toString('base64url');
  const sentAt = new Date();
  return {
    url: `${publicUrl}/invitation#${token}`,
    tokenHash: hashOfToken(token),
    sentAt,
    expiresAt: new Date(sentAt.getTime() + invitationDays * dayMs),
  };
}

async function queueInvitation(
  trx: Transaction<DB>,
  { accountId, actor, accountName, queueMail }: TeamChange,
  mail: MemberAccess & {
    email: string;
    locale: Language | null;
    url: string;
    expiresAt: Date;
  },
) {
  const { role, locationIds } = mail;
  await queueMail({
    kind: 'team-invitation',
    to: mail.email,
    locale: mail.locale ?? asLanguage(actor.locale),
    name: null,
    accountId,
    accountName,
    inviterName: actor.display_name,
    role,
    locations: locationIds === null ? null : await nameLocations(trx, accountId, locationIds),
    link: mail.url,
    expiresOn: mail.expiresAt.toISOString().slice(0, 10),
  });
}
