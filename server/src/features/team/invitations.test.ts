import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import {
  allLocations,
  codeOf,
  firstLocation,
  invitationSteps,
  invite,
  sendAgain,
} from '../../testing/invitation-steps.ts';
import { addTeamMember, inviteAddress, mailsTo, teamOf, tokenSentTo } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { teamJobs } from './jobs.ts';

describe.each(featureModes)('invitations, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  const { anAddress, accept, look, inDatabase } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
  });
  afterAll(() => app.close());

  test('managers invite everybody but owners; nobody below them, and nobody limited, invites', async () => {
    const locationId = await firstLocation(owner);
    const boss = await addTeamMember(app, owner, anAddress(), allLocations('manager'));
    expect((await invite(boss, anAddress(), allLocations('manager'))).status).toBe(201);
    expect(codeOf(await invite(boss, anAddress(), allLocations('owner')))).toBe('role-forbids');
    const ownersGuest = await inviteAddress(owner, anAddress(), allLocations('owner'));
    for (const call of [
      sendAgain(boss, ownersGuest),
      boss.call('DELETE', `/team/invitations/${ownersGuest}`),
    ])
      expect(codeOf(await call)).toBe('role-forbids');
    for (const access of [
      allLocations('responder'),
      allLocations('viewer'),
      { role: 'manager', locationIds: [locationId] },
    ] as const) {
      const member = await addTeamMember(app, owner, anAddress(), access);
      expect(codeOf(await invite(member, anAddress()))).toBe('role-forbids');
      expect(teamOf(await member.call('GET', '/team'))).toMatchObject({
        invitations: [],
        ownershipOffer: null,
      });
    }
  });

  test('locations must be the account’s own, and an owner has no limits', async () => {
    const other = await app.signIn('elsewhere@example.com');
    const [own, foreign] = [await firstLocation(owner), await firstLocation(other)];
    for (const access of [
      { role: 'viewer', locationIds: [own, foreign] },
      { role: 'viewer', locationIds: [newId()] },
      { role: 'viewer', locationIds: [] },
      { role: 'owner', locationIds: [own] },
    ] as const) {
      const answer = await invite(owner, anAddress(), access);
      expect(answer.json).toMatchObject({ status: 400, code: 'invalid-input' });
    }
  });

  test('an address that is a member or already invited is a conflict, in any spelling', async () => {
    const member = await addTeamMember(app, owner, anAddress());
    expect((await invite(owner, member.email.toUpperCase())).json).toMatchObject({
      status: 409,
      code: 'already-member',
    });
    const invited = anAddress();
    await inviteAddress(owner, invited, allLocations('viewer'));
    expect((await invite(owner, invited.toUpperCase())).json).toMatchObject({
      status: 409,
      code: 'already-invited',
    });
  });

  test('the mail is in the language of whoever invites, or of a person whom we know', async () => {
    const french = await app.signIn('patronne@example.com');
    await french.call('PUT', '/profile/region', { locale: 'fr', timeZone: 'UTC' });
    const known = await app.signIn('bekannt@example.com');
    await known.call('PUT', '/profile/region', { locale: 'de', timeZone: 'UTC' });
    const unknown = anAddress();
    for (const email of [unknown, known.email]) await inviteAddress(french, email, allLocations('viewer'));
    const subjects = [unknown, known.email].map(async (email) => (await mailsTo(app, email)).at(-1)?.subject);
    expect(await Promise.all(subjects)).toEqual([
      'Vous êtes invité à rejoindre un compte Kindling',
      'Einladung in ein Konto bei Kindling',
    ]);
  });

  test('the token is in the mail only, and the audit entries name nobody', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, allLocations('viewer'));
    const token = await tokenSentTo(app, email);
    await look(token);
    await accept(id, email);
    expect(app.logLines.join('')).not.toContain(token);
    const { rows } = await inDatabase(
      `select action, target, details from audit_entries where account_id = $1 order by id`,
      [owner.accountId],
    );
    expect(rows.map(({ action }) => action)).toContain('member.joined');
    expect(JSON.stringify(rows)).not.toContain('@');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('the daily job deletes what ended 30 days ago and nothing else', async () => {
    const shop = await app.signIn('tidy@example.com');
    const addresses = Array.from({ length: 5 }, anAddress);
    const ids: string[] = [];
    for (const email of addresses) ids.push(await inviteAddress(shop, email, allLocations('viewer')));
    const [accepted, revoked, expired, recent, open] = ids;
    const ago = (days: number) => `now() - interval '${days} days'`;
    await inDatabase(`update invitations set accepted_at = ${ago(31)} where id = $1`, [accepted]);
    await inDatabase(`update invitations set revoked_at = ${ago(31)} where id = $1`, [revoked]);
    await inDatabase(`update invitations set expires_at = ${ago(31)} where id = $1`, [expired]);
    await inDatabase(`update invitations set expires_at = ${ago(29)} where id = $1`, [recent]);
    const [job] = teamJobs({ db: app.services.db });
    await job?.run({}, new AbortController().signal);
    const left = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('invitations').select('id').where('account_id', '=', shop.accountId).execute(),
    );
    expect(left.map(({ id }) => id).sort()).toEqual([recent, open].sort());
  });
});
