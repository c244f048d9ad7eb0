/** For tests only: members of an account, their invitations and the mails to them. */
import type { AccountRole } from '@kindling/contract/rights';
import type { Team } from '@kindling/contract/team';
import { inSystem } from '../db/transaction.ts';
import { addMembership, findOrCreatePerson } from '../features/identity/index.ts';
import type { ComposedMail } from '../features/mail/composed-mail.ts';
import { openMail } from '../features/mail/stored-mail.ts';
import { queryAsOwner } from './database.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

export interface TeamAccess {
  role: AccountRole;
  locationIds: readonly string[] | null;
}

/** The team in an answer of the API. */
export function teamOf({ json }: { json: unknown }): Team {
  return (json as { team: Team }).team;
}

/** Invites an address to the account of `owner`. @returns the id of the invitation */
export async function inviteAddress(
  owner: Pick<TestUser, 'call'>,
  email: string,
  access: TeamAccess,
): Promise<string> {
  const answer = await owner.call('POST', '/team/invitations', { email, ...access });
  const invitation =
    answer.status === 201 ? teamOf(answer).invitations.find((one) => one.email === email) : null;
  if (invitation == null)
    throw new Error(`The invitation was answered with ${answer.status}: ${answer.text}`);
  return invitation.id;
}

/**
 * Makes a person a member of the account of `owner`, without an invitation. An unknown address becomes a new person who has
 * no account of their own. The calls of the result name this account.
 */
export async function addTeamMember(
  app: TestApp,
  owner: Pick<TestUser, 'accountId'>,
  email: string,
  access: TeamAccess = { role: 'viewer', locationIds: null },
): Promise<TestUser> {
  const { accountId } = owner;
  const { issuer } = app.services.settings.auth;
  const sub = `auth0|${email}`;
  const token = await app.issuer.sign({ sub, email });
  const userId = await inSystem(app.services.db, async (trx) => {
    const issuedAt = Math.floor(Date.now() / 1000);
    const session = { emailVerified: true, issuedAt, signedInAt: null, sessionId: null, secondFactor: false };
    const bearer = { issuer, sub, email, token, ...session };
    const { id } = (await findOrCreatePerson(trx, bearer, {})).person;
    await addMembership(trx, { accountId, userId: id, actorId: id }, access);
    return id;
  });
  return { accountId, userId, ...access, email, sub, token, call: app.callWith(token, accountId) };
}

export function changeMember(
  who: TestUser,
  { userId }: Pick<TestUser, 'userId'>,
  access: TeamAccess,
): Promise<TestResponse> {
  return who.call('PUT', `/team/members/${userId}`, access);
}

export function removeMember(who: TestUser, { userId }: Pick<TestUser, 'userId'>): Promise<TestResponse> {
  return who.call('DELETE', `/team/members/${userId}`);
}

export interface TeamIds {
  memberId: string;
  invitationId: string;
}

/** Adds a member with one location and an invitation to it. Their addresses begin with `mark`. */
export async function addTeam(
  app: TestApp,
  owner: TestUser,
  mark: string,
  locationId: string,
): Promise<TeamIds> {
  const access = { role: 'viewer', locationIds: [locationId] } as const;
  const member = await addTeamMember(app, owner, `${mark}-colleague@example.com`, access);
  const invitationId = await inviteAddress(owner, `${mark}-invited@example.com`, access);
  return { memberId: member.userId, invitationId };
}

/** Fills every table of a team: as `addTeam`, and an offer of ownership to the member. */
export async function fillTeam(
  app: TestApp,
  owner: TestUser,
  mark: string,
  locationId: string,
): Promise<TeamIds> {
  const team = await addTeam(app, owner, mark, locationId);
  const offered = await owner.call('POST', '/team/ownership-offer', { memberId: team.memberId });
  if (offered.status !== 201)
    throw new Error(`The offer was answered with ${offered.status}: ${offered.text}`);
  return team;
}

/** The mails to an address that wait to be sent, the oldest first. */
export async function mailsTo(app: TestApp, email: string): Promise<(ComposedMail & { kind: string })[]> {
  const { rows } = await queryAsOwner<{ id: string; template: string; sealed: string }>(
    app.services.db,
    `select id, template, sealed from emails where recipient = $1 and sealed is not null order by created_at, id`,
    [email],
  );
  return rows.map(({ id, template, sealed }) => ({
    kind: template,
    ...openMail(app.services.mail, { id, sealed }),
  }));
}

/** The token of the last invitation that was sent to an address. */
export async function tokenSentTo(app: TestApp, email: string): Promise<string> {
  const mail = (await mailsTo(app, email)).findLast(({ kind }) => kind === 'team-invitation');
  const token = /\/invitation#([\w-]{43})\s/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No invitation was sent to ${email}`);
  return token;
}
