/** Campaigns through the API, over SMTP and back on the visitor's page. */
import type { CampaignRecipient, Suppression } from '@kindling/contract/review-requests';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import {
  type CampaignWorld,
  campaignOf,
  createCampaignWorld,
  dayMs,
  linkIn,
  someRecipients,
} from '../../testing/campaign-fixture.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createVisitor, firstPipeline, type Visitor } from '../../testing/visitor.ts';
import { DeliveryError } from '../mail/transport.ts';
import { updateProgress } from './campaign-queries.ts';
import { sendPart } from './send-campaign.ts';

describe.each(featureModes)('invitations by e-mail, %s', (mode) => {
  let app: TestApp;
  let world: CampaignWorld;
  let visitor: Visitor;
  let owner: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true });
    world = await createCampaignWorld(app);
    visitor = createVisitor(app);
  });
  afterAll(async () => {
    await world.close();
    await app.close();
  });
  beforeEach(async () => {
    count += 1;
    owner = await app.signIn(`owner-${count}@example.com`);
    world.now = new Date();
    await world.steer({ action: 'reset' });
  });

  /** Takes every mail; for tests that do not read what was sent. */
  const taking = { send: () => Promise.resolve('250 OK') };
  const recipientsOf = async (id: string, who = owner) =>
    (await who.call('GET', `/review-requests/${id}/recipients`)).json as {
      items: Pick<
        CampaignRecipient,
        'email' | 'state' | 'skipped' | 'sentAt' | 'remindedAt' | 'reminderRefused'
      >[];
      nextCursor: string | null;
    };
  const statesOf = async (id: string) => (await recipientsOf(id)).items.map(({ state }) => state);
  const suppressed = async () =>
    ((await owner.call('GET', '/review-requests/suppressions')).json as { items: Suppression[] }).items;
  const allowance = async () =>
    (
      (await owner.call('GET', '/review-requests')).json as {
        allowance: { leftToday: number; perDay: number };
      }
    ).allowance;

  test('an invitation arrives once, in the look of the business, with both ways to unsubscribe', async () => {
    const body = await world.body(owner);
    const made = await world.create(owner, body);
    expect(campaignOf(await owner.call('POST', '/review-requests', body)).id).toBe(made.id);
    await world.pass(3);
    await world.deliver();
    const [mail, second] = await world.received();
    expect(second).toBeUndefined();
    expect(mail).toMatchObject({ to: ['ann@visitor.example'], subject: 'How was it?' });
    const header = (name: string) => mail?.headers.find((one) => one.name === name)?.value;
    const link = linkIn(mail ?? { text: '' }, 'u');
    expect(header('List-Unsubscribe')).toBe(`<http://kindling.test${link}>`);
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(header('Reply-To')).toBe(owner.email);
    expect(header('From')).toMatch(/<reviews@kindling\.example>$/);
    expect(mail?.text).toContain('Dear Ann Lee,\nwould you tell us what you think?');
    expect(mail?.text).toContain('1 Main Street, Springfield');
    expect(mail?.html).not.toContain('<img');
    const campaign = await world.read(owner, made.id);
    expect(campaign).toMatchObject({ state: 'finished', nextSendAt: null });
    expect(campaign.results).toMatchObject({ total: 1, waiting: 0, sent: 1 });
    expect(await allowance()).toMatchObject({ leftToday: 49, perDay: 50 });
  });

  test('the trial sends 50 a day; the rest goes at the same hour of the next day', async () => {
    const { id, startsAt } = await world.create(owner, { recipients: someRecipients(70) });
    await world.pass(6);
    await world.deliver(taking);
    const waiting = await world.read(owner, id);
    expect(waiting.results).toMatchObject({ sent: 50, waiting: 20 });
    expect(waiting.state).toBe('sending');
    const next = new Date(waiting.nextSendAt ?? 0);
    expect(next.getTime() - new Date(startsAt).getTime()).toBe(dayMs);
    world.now = next;
    await world.pass(3);
    await world.deliver(taking);
    expect((await world.read(owner, id)).results).toMatchObject({ sent: 70, waiting: 0 });
  });

  test('the end of the plan pauses a campaign, and refuses new ones', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(70) });
    await world.pass(2);
    await world.deliver(taking);
    const before = (await world.read(owner, id)).results.waiting;
    await queryAsOwner(app.services.db, 'update accounts set plan_ends_at = now() where id = $1', [
      owner.accountId,
    ]);
    await world.pass(5);
    await world.deliver(taking);
    const paused = await world.read(owner, id);
    expect(paused).toMatchObject({ state: 'paused', results: { waiting: before } });
    for (const [path, body] of [
      ['/review-requests', await world.body(owner)],
      [`/review-requests/${id}/resume`, {}],
    ] as const)
      expect((await owner.call('POST', path, body)).json).toMatchObject({ status: 402, code: 'plan-ended' });
    await queryAsOwner(app.services.db, 'update accounts set plan_ends_at = null where id = $1', [
      owner.accountId,
    ]);
    expect((await owner.call('POST', `/review-requests/${id}/resume`, {})).status).toBe(200);
    await world.pass(2);
    await world.deliver(taking);
    expect((await world.read(owner, id)).results.waiting).toBeLessThan(before);
  });

  test('a new time zone of the account begins a new day without new mails', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(70) });
    // Now it is tomorrow in the first zone, and yesterday in the second.
    world.now = new Date(`${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}T10:30:00Z`);
    await world.pass(4);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await queryAsOwner(app.services.db, 'update accounts set time_zone = $1 where id = $2', [
        zone,
        owner.accountId,
      ]);
      await inTenant(app.services.db, owner.accountId, (trx) =>
        updateProgress(trx, owner.accountId, id, { state: 'sending', nextSendAt: world.now }),
      );
      await world.pass(3);
      await world.deliver(taking);
      expect((await world.read(owner, id)).results).toMatchObject({ sent: 50, waiting: 20 });
    }
  });

  test('an account that pays sends 500 a day', async () => {
    const deps = { ...world.deps, isOnTrial: async () => false };
    const { id } = await world.create(owner, { recipients: someRecipients(60) });
    for (let part = 0; part < 4; part += 1) {
      await sendPart(deps, owner.accountId, id);
      world.now = new Date(world.now.getTime() + 60_000);
    }
    await world.deliver(taking);
    expect((await world.read(owner, id)).results).toMatchObject({ sent: 60, waiting: 0 });
  });

  test('a reminder goes once, and not to those who rated', async () => {
    const reminder = { days: 3, subject: 'Still curious', message: 'Hello {name}' };
    const { id } = await world.create(owner, { reminder, recipients: someRecipients(2) });
    await world.pass(2);
    await world.deliver();
    const first = (await world.received()).find(({ to }) => to[0] === 'guest-0@visitor.example');
    const link = linkIn(first ?? { text: '' }, 'i');
    await visitor.send(link, visitor.fields(link.slice(1), { rating: '5' }));
    expect((await world.read(owner, id)).state).toBe('reminding');
    world.now = new Date(world.now.getTime() + 3 * dayMs);
    await world.pass(3);
    await world.deliver();
    const reminders = (await world.received()).filter(({ subject }) => subject === 'Still curious');
    expect(reminders.map(({ to }) => to)).toEqual([['guest-1@visitor.example']]);
    const campaign = await world.read(owner, id);
    expect([campaign.state, campaign.results.reminded, campaign.results.answered]).toEqual([
      'finished',
      1,
      1,
    ]);
  });

  test('a refused reminder leaves the invitation sent', async () => {
    const reminder = { days: 3, subject: 'Still curious', message: 'Hello {name}' };
    const { id } = await world.create(owner, { reminder, recipients: someRecipients(2) });
    await world.pass(1);
    await world.deliver();
    world.now = new Date(world.now.getTime() + 3 * dayMs);
    await world.pass(2);
    expect((await world.read(owner, id)).results).toMatchObject({ sent: 2, reminded: 0 });
    let mails = 0;
    await world.deliver({
      send() {
        mails += 1;
        const answer = mails === 1 ? '550 5.1.1 User unknown' : '250 OK';
        return mails === 1
          ? Promise.reject(new DeliveryError('refused', true, answer))
          : Promise.resolve(answer);
      },
    });
    expect(mails).toBe(2);
    const { results } = await world.read(owner, id);
    expect(results).toMatchObject({ total: 2, sent: 2, refused: 0, reminded: 1, remindersRefused: 1 });
    const { items } = await recipientsOf(id);
    expect(items.map(({ state, reminderRefused }) => [state, reminderRefused]).sort()).toEqual([
      ['sent', false],
      ['sent', true],
    ]);
    expect(await suppressed()).toMatchObject([{ reason: 'refused' }]);
  });

  test('nobody is invited twice within 90 days, not even after the campaign was deleted', async () => {
    const first = await world.create(owner);
    await world.pass(1);
    await owner.call('DELETE', `/review-requests/${first.id}`);
    const second = await world.create(owner, { recipients: [{ email: 'ann@VISITOR.example', name: '' }] });
    await world.pass(1);
    expect(await recipientsOf(second.id)).toMatchObject({ items: [{ skipped: 'invited-lately' }] });
    const third = await world.create(owner);
    world.now = new Date(world.now.getTime() + 91 * dayMs);
    await world.pass(1);
    await world.deliver();
    expect(await statesOf(third.id)).toEqual(['sent']);
  });

  test('a refused mail is counted, and an address that does not exist gets none again', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(2) });
    await world.pass(1);
    await world.steer({ action: 'smtp', mode: 'refuse', at: 'recipient', code: 550, times: 1 });
    await world.deliver();
    expect((await statesOf(id)).sort()).toEqual(['refused', 'sent']);
    expect(await suppressed()).toEqual([]);
    const next = await world.create(owner, { recipients: someRecipients(1, 'gone') });
    await world.pass(2);
    const answer = '550 5.1.1 <gone-0@visitor.example>: Recipient address rejected: User unknown';
    await world.deliver({ send: () => Promise.reject(new DeliveryError('refused', true, answer)) });
    expect(await statesOf(next.id)).toEqual(['refused']);
    expect(await suppressed()).toMatchObject([{ address: 'g***@visitor.example', reason: 'refused' }]);
  });

  test('a mail counts as sent once a mail server took it', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(2) });
    await world.pass(1);
    const waits = { state: 'waiting', sentAt: null };
    expect((await recipientsOf(id)).items).toMatchObject([waits, waits]);
    const busy = new DeliveryError('busy', false, '451 4.3.2 Try again later');
    await world.deliver({ send: () => Promise.reject(busy) });
    expect((await world.read(owner, id)).results).toMatchObject({ waiting: 2, sent: 0, refused: 0 });
    await queryAsOwner(app.services.db, 'update emails set next_try_at = created_at where account_id = $1', [
      owner.accountId,
    ]);
    await world.deliver();
    expect((await recipientsOf(id)).items).toMatchObject([
      { state: 'sent', sentAt: expect.any(String) },
      { state: 'sent', sentAt: expect.any(String) },
    ]);
    expect((await world.read(owner, id)).results).toMatchObject({ waiting: 0, sent: 2 });
  });

  test('a canceled campaign takes back the mails that no mail server took yet', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(30) });
    await world.pass(1);
    const canceled = campaignOf(await owner.call('POST', `/review-requests/${id}/cancel`));
    expect(canceled.results).toMatchObject({ waiting: 0, sent: 0, skipped: 30 });
    await world.deliver();
    expect(await world.received()).toEqual([]);
  });

  test('a part that fails in the middle sends nothing of it, and a repeated one nothing twice', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(5) });
    let stored = 0;
    const failing = {
      ...world.deps,
      async queueMail(...args: Parameters<typeof world.deps.queueMail>) {
        stored += 1;
        if (stored === 3) throw new Error('killed');
        return world.deps.queueMail(...args);
      },
    };
    await expect(sendPart(failing, owner.accountId, id)).rejects.toThrow('killed');
    expect((await world.read(owner, id)).results).toMatchObject({ sent: 0, waiting: 5 });
    await Promise.all([1, 2, 3].map(() => sendPart(world.deps, owner.accountId, id)));
    await world.deliver();
    expect((await world.received()).map(({ to }) => to[0]).sort()).toEqual(
      someRecipients(5).map(({ email }) => email),
    );
  });

  test('a campaign is paused, resumed and canceled; what waits is skipped', async () => {
    const { id } = await world.create(owner, { recipients: someRecipients(30) });
    await world.pass(1);
    await world.deliver(taking);
    const paused = campaignOf(await owner.call('POST', `/review-requests/${id}/pause`));
    expect([paused.state, paused.nextSendAt]).toEqual(['paused', null]);
    await world.pass(3);
    expect((await world.read(owner, id)).results.sent).toBe(20);
    expect(campaignOf(await owner.call('POST', `/review-requests/${id}/resume`)).state).toBe('sending');
    const canceled = campaignOf(await owner.call('POST', `/review-requests/${id}/cancel`));
    expect(canceled).toMatchObject({ state: 'canceled', results: { sent: 20, skipped: 10 } });
    await world.pass(2);
    expect((await world.read(owner, id)).results.sent).toBe(20);
  });

  test('a scheduled campaign goes at the hour of the location, also after the clocks changed', async () => {
    const { businessId } = await firstPipeline(owner);
    const made = await owner.call('POST', `/businesses/${businessId}/locations`, {
      ...someLocation,
      timeZone: 'Europe/Berlin',
    });
    const { location } = made.json as { location: { id: string } };
    const year = new Date().getUTCFullYear() + 1;
    const march = Array.from({ length: 7 }, (_, index) => `${year}-03-${25 + index}`);
    const sunday = march.find((day) => new Date(day).getUTCDay() === 0) ?? '';
    const saturday = new Date(Date.parse(sunday) - dayMs).toISOString().slice(0, 10);
    const { id, startsAt, state, timeZone } = await world.create(owner, {
      locationId: location.id,
      recipients: someRecipients(60),
      when: { day: saturday, hour: 9 },
    });
    expect([state, timeZone, startsAt]).toEqual(['scheduled', 'Europe/Berlin', `${saturday}T08:00:00.000Z`]);
    world.now = new Date(startsAt);
    await world.pass(5);
    expect((await world.read(owner, id)).nextSendAt).toBe(`${sunday}T07:00:00.000Z`);
  });

  test('a campaign ends with its page', async () => {
    const { businessId } = await firstPipeline(owner);
    const made = await owner.call('POST', '/pipelines', { businessId, locationId: null, name: 'Another' });
    const pipelineId = (made.json as { pipeline: { id: string } }).pipeline.id;
    const { id } = await world.create(owner, { pipelineId });
    await owner.call('DELETE', `/pipelines/${pipelineId}`);
    await world.pass(1);
    expect(await world.read(owner, id)).toMatchObject({ state: 'canceled', pipelineId: null });
  });

  test('members who are limited to locations invite for theirs, and strangers see nothing', async () => {
    const { businessId } = await firstPipeline(owner);
    const add = async () => {
      const { json } = await owner.call('POST', `/businesses/${businessId}/locations`, someLocation);
      return (json as { location: { id: string } }).location.id;
    };
    const [here, elsewhere] = [await add(), await add()];
    const member = await addTeamMember(app, owner, `limited-${count}@example.com`, {
      role: 'manager',
      locationIds: [here],
    });
    const body = await world.body(owner, { locationId: elsewhere });
    const tryWith = async (locationId: string | null) =>
      (await member.call('POST', '/review-requests', { ...body, id: newId(), locationId })).status;
    expect([await tryWith(null), await tryWith(elsewhere), await tryWith(here)]).toEqual([403, 400, 201]);
    const hidden = campaignOf(await owner.call('POST', '/review-requests', body));
    const stranger = await app.signIn(`stranger-${count}@example.com`);
    for (const other of [member, stranger]) {
      expect((await other.call('GET', `/review-requests/${hidden.id}`)).status).toBe(404);
      expect((await other.call('DELETE', `/review-requests/${hidden.id}`)).status).toBe(404);
      expect((await other.call('GET', `/review-requests/${hidden.id}/recipients`)).status).toBe(404);
    }
  });

  test('addresses are erased a year after the last mail; sums and the list of those who want none stay', async () => {
    const { eraseOld } = await import('./handlers.ts');
    const { id } = await world.create(owner);
    await world.pass(1);
    await world.deliver();
    await owner.call('POST', '/review-requests/suppressions', { email: 'no@visitor.example' });
    world.now = new Date(world.now.getTime() + 300 * dayMs);
    await eraseOld(world.deps);
    expect(await recipientsOf(id)).toMatchObject({ items: [{ email: 'Ann@visitor.example' }] });
    world.now = new Date(world.now.getTime() + 70 * dayMs);
    await eraseOld(world.deps);
    expect(await recipientsOf(id)).toMatchObject({ items: [{ email: null, name: null, state: 'sent' }] });
    expect(await world.read(owner, id)).toMatchObject({ addressesErased: true, results: { sent: 1 } });
    expect(await suppressed()).toMatchObject([{ reason: 'member', address: 'n***@visitor.example' }]);
    const { rows } = await queryAsOwner(
      app.services.db,
      `select from review_request_contacts where account_id = $1`,
      [owner.accountId],
    );
    expect(rows).toEqual([]);
  });

  test('a campaign that was paused for a year ends with its addresses, and nobody waits any more', async () => {
    const { eraseOld } = await import('./handlers.ts');
    const { id } = await world.create(owner, { recipients: someRecipients(2) });
    await owner.call('POST', `/review-requests/${id}/pause`);
    world.now = new Date(world.now.getTime() + 370 * dayMs);
    await eraseOld(world.deps);
    expect(await world.read(owner, id)).toMatchObject({
      state: 'canceled',
      addressesErased: true,
      results: { total: 2, waiting: 0, skipped: 2 },
    });
    expect((await recipientsOf(id)).items).toMatchObject([
      { email: null, state: 'skipped', skipped: 'canceled' },
      { email: null, state: 'skipped', skipped: 'canceled' },
    ]);
  });

  test('a list is read without storing it; who may not be invited is told', async () => {
    await world.create(owner);
    await world.pass(1);
    await owner.call('POST', '/review-requests/suppressions', { email: 'no@visitor.example' });
    const text =
      'Name;E-Mail\nAnn;ann@visitor.example\n"Doe; Bo";bo@visitor.example\nNo;no@visitor.example\nX;nowhere';
    const { json } = await owner.call('POST', '/review-requests/recipients/read', { text });
    expect(json).toMatchObject({
      recipients: [{ email: 'bo@visitor.example', name: 'Doe; Bo' }],
      leftOut: {
        notAnAddress: { count: 1, first: [{ line: 5, text: 'nowhere' }] },
        suppressed: { count: 1, first: [{ line: 4 }] },
        invitedLately: { count: 1, first: [{ line: 2, text: 'ann@visitor.example' }] },
      },
    });
  });

  test('the mail is shown before, and tried at the own address ten times a day', async () => {
    const { pipelineId, locationId, language, subject, message, postalAddress } = await world.body(owner);
    const fields = { pipelineId, locationId, language, subject, message, postalAddress };
    const shown = await owner.call('POST', '/review-requests/preview', { ...fields, recipientName: '' });
    expect(shown.json).toMatchObject({ subject: 'How was it?' });
    expect((shown.json as { text: string }).text).toContain('Dear,\nwould you');
    const answers: number[] = [];
    for (let test = 0; test < 11; test += 1)
      answers.push((await owner.call('POST', '/review-requests/test', fields)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
    expect(await allowance()).toMatchObject({ leftToday: 50 });
  });

  test('a campaign takes 2000 recipients and no more, each address once', async () => {
    const recipients = [...someRecipients(1999), { email: 'GUEST-0@visitor.example', name: 'Again' }];
    const { id, results } = await world.create(owner, { recipients });
    expect(results).toMatchObject({ total: 1999, waiting: 1999 });
    const seen = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const path = `/review-requests/${id}/recipients${cursor === '' ? '' : `?cursor=${cursor}`}`;
      const { items, nextCursor } = (await owner.call('GET', path)).json as Awaited<
        ReturnType<typeof recipientsOf>
      >;
      for (const { email } of items) seen.add(email ?? '');
      cursor = nextCursor;
    }
    expect(seen.size).toBe(1999);
    const tooMany = await world.body(owner, { recipients: someRecipients(2001) });
    expect((await owner.call('POST', '/review-requests', tooMany)).status).toBe(400);
    expect((await owner.call('GET', `/review-requests/${id}/recipients?cursor=x`)).status).toBe(400);
  });

  test('answers to a campaign reach an owner once the member who made it has left', async () => {
    const member = await addTeamMember(app, owner, `leaving-${count}@example.com`, {
      role: 'manager',
      locationIds: null,
    });
    await world.create(member, { recipients: someRecipients(1) });
    await owner.call('DELETE', `/team/members/${member.userId}`);
    await world.pass(1);
    await world.deliver();
    const [mail] = await world.received();
    expect(mail?.headers).toContainEqual({ name: 'Reply-To', value: owner.email });
  });

  test('what people do is in the trail of the account', async () => {
    const { id } = await world.create(owner);
    await owner.call('POST', `/review-requests/${id}/pause`);
    await owner.call('POST', `/review-requests/${id}/pause`);
    const entries = await inTenant(app.services.db, owner.accountId, (trx) =>
      trx
        .selectFrom('audit_entries')
        .select(['action', 'details'])
        .where('target', '=', id)
        .orderBy('id')
        .execute(),
    );
    expect(entries).toEqual([
      { action: 'review-request.created', details: { count: 1 } },
      { action: 'review-request.paused', details: {} },
    ]);
  });
});
