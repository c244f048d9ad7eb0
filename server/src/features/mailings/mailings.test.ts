/** Mailings from the draft to the mailbox, with a clock of the test. */
import type { Mailing, MailingSummary, MailPreview, RecipientsPreview } from '@kindling/contract/mailings';
import { mailingLimits } from '@kindling/contract/mailings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { aMailing } from '../../testing/mailing-requests.ts';
import { createMailingWorld, type MailingWorld } from '../../testing/mailing-world.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { DeliveryError } from '../mail/transport.ts';
import { deleteOldMailings } from './handlers.ts';
import { partOf, sendPart } from './send-part.ts';

const texts = (...languages: string[]) =>
  Object.fromEntries(languages.map((one) => [one, { subject: `News ${one}`, body: `Text ${one}` }]));

describe.each(featureModes)('mailings, %s', (mode) => {
  let app: TestApp;
  let admin: TestUser;
  let other: TestUser;
  let world: MailingWorld;
  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true, settings: { MAILING_MAX_RECIPIENTS: '12' } });
    admin = await app.signInAdmin('admin@example.com');
    other = await app.signInAdmin('other-admin@example.com');
    // Administrators are members of an account too; these tests count their own people only.
    await queryAsOwner(app.services.db, 'delete from memberships');
    world = await createMailingWorld(app, admin);
  });
  afterAll(async () => {
    await world.close();
    await app.close();
  });
  beforeEach(() => world.clear());

  const audience = async (segment: object, more: object = {}) => {
    const { id } = await world.create({ segment, ...more });
    const { json } = await admin.call('GET', `/admin/mailings/${id}/recipients`);
    return json as RecipientsPreview;
  };
  const namesOf = ({ sample }: RecipientsPreview) => sample.map(({ email }) => email.split('@')[0]).sort();
  const set = (user: TestUser, change: string) =>
    queryAsOwner(app.services.db, `update accounts set ${change} where id = $1`, [user.accountId]);

  test('each segment has its people, and nobody who is blocked or whose account is erased', async () => {
    const [ending, ended, paying, connected, gone] = (await Promise.all(
      ['ending', 'ended', 'paying', 'connected', 'gone'].map((name) => world.person(`seg-${name}`)),
    )) as [TestUser, TestUser, TestUser, TestUser, TestUser];
    await set(ending, `plan_state = 'trial', plan_ends_at = now() + interval '3 days'`);
    await set(ended, `plan_state = 'trial', plan_ends_at = now() - interval '1 day'`);
    for (const user of [paying, connected]) await set(user, `plan_state = 'active', plan_ends_at = null`);
    await set(gone, 'erasing_since = now()');
    await queryAsOwner(
      app.services.db,
      `insert into connections (account_id, id, platform, connector, created_by, display_name, external_id, sealed_tokens, status)
       values ($1, gen_random_uuid(), 'google', 'google', $2, 'x', 'x', 'x', 'active')`,
      [connected.accountId, connected.userId],
    );
    await queryAsOwner(app.services.db, `update users set locale = 'de' where id = $1`, [paying.userId]);
    // A manager hears nothing of the plan.
    await queryAsOwner(
      app.services.db,
      `insert into memberships (account_id, user_id, role) values ($1, $2, 'manager')`,
      [ending.accountId, paying.userId],
    );
    const everybody = ['seg-connected', 'seg-ended', 'seg-ending', 'seg-paying'];
    expect(namesOf(await audience({ kind: 'everyone' }))).toEqual(everybody);
    expect(namesOf(await audience({ kind: 'trial-ending' }))).toEqual(['seg-ending']);
    expect(namesOf(await audience({ kind: 'ended' }))).toEqual(['seg-ended']);
    expect(namesOf(await audience({ kind: 'never-connected' }))).toEqual([
      'seg-ended',
      'seg-ending',
      'seg-paying',
    ]);
    expect(namesOf(await audience({ kind: 'language', language: 'de' }))).toEqual(['seg-paying']);
    expect(namesOf(await audience({ kind: 'person', userId: ended.userId }))).toEqual(['seg-ended']);
    await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [ended.userId]);
    expect(await audience({ kind: 'person', userId: ended.userId })).toMatchObject({ count: 0, sample: [] });
  });

  test('everybody gets their language, or the one that stands in, with their values or what stands in', async () => {
    await world.person('ada', { locale: 'de' });
    const nameless = await world.person('bea', { locale: 'fr' });
    await queryAsOwner(app.services.db, `update users set first_name = 'www.evil.example' where id = $1`, [
      nameless.userId,
    ]);
    const draft = {
      texts: {
        en: { subject: 'Hello', body: 'Hi {{first_name|there}}, **see** [this](https://example.com/a).' },
        de: { subject: 'Hallo', body: 'Hallo {{ first_name | Sie }}!' },
      },
    };
    const mailing = await world.create(draft);
    const { json } = await admin.call('GET', `/admin/mailings/${mailing.id}/recipients`);
    expect(json).toMatchObject({
      count: 2,
      byLanguage: expect.arrayContaining([{ language: 'en', count: 1 }]),
    });
    await world.confirm(mailing);
    await world.send(mailing.id);
    await world.deliver();
    const mails = new Map((await world.received()).map((mail) => [mail.to[0]?.split('@')[0], mail]));
    expect(mails.get('ada')).toMatchObject({ subject: 'Hallo' });
    expect(mails.get('ada')?.text).toContain('Hallo ada!');
    const bea = mails.get('bea');
    expect(bea?.text).toContain('Hi there, see this (https://example.com/a).');
    expect(bea?.html).toContain('<strong style="font-weight:650">see</strong>');
    // A service notice cannot be ended.
    expect(bea?.headers.map(({ name }) => name)).not.toContain('List-Unsubscribe');
    expect(await world.read(mailing.id)).toMatchObject({ state: 'finished', results: { sent: 2 } });
    const preview = async (values: string) =>
      (
        await admin.call('POST', '/admin/mailings/preview', {
          draft: aMailing(draft),
          language: 'fr',
          values,
        })
      ).json as MailPreview;
    // The preview is the same composition, so the mail of somebody without a name is the preview with what stands in.
    expect((await preview('fallback')).mail).toMatchObject({ subject: 'Hello', html: bea?.html?.trimEnd() });
  });

  test.each([
    ['an unknown placeholder', 'Hi {{name|you}}', 'unknown-placeholder'],
    ['a placeholder without anything that stands in', 'Hi {{first_name}}', 'no-fallback'],
    ['braces that do not close', 'Hi {{first_name|you}', 'broken-placeholder'],
    ['a placeholder in an address', '[x](https://example.com/{{first_name|a}})', 'placeholder-in-link'],
    ['an address without encryption', '[x](http://example.com)', 'link-not-https'],
    ['a script as an address', '[x](javascript:alert(1))', 'link-not-https'],
    ['an address with a user name', '[x](https://kindling.test@evil.example)', 'link-not-https'],
    ['HTML', 'Hi <b>you</b>', 'html'],
    ['a block of HTML', '<script>alert(1)</script>', 'html'],
    ['a picture', '![x](https://example.com/x.png)', 'image'],
    ['code in a block', '    code', 'code-block'],
    ['quotes inside quotes without end', '>'.repeat(9_000), 'too-deep'],
    ['no words', '  \n ', 'no-text'],
  ])('a text with %s is never sent', async (_what, body, kind) => {
    await world.person('ada');
    const draft = { texts: { en: { subject: 'A', body } } };
    const { json } = await admin.call('POST', '/admin/mailings/preview', {
      draft: aMailing(draft),
      language: 'en',
      values: 'own',
    });
    expect((json as MailPreview).problems.map((one) => one.kind)).toContain(kind);
    expect((json as MailPreview).mail).toBeNull();
    const { id } = await world.create(draft);
    const confirmed = await admin.call('POST', `/admin/mailings/${id}/confirm`, {
      version: 1,
      recipients: 1,
      start: null,
    });
    expect(confirmed.json).toMatchObject({ code: 'invalid-input' });
    const tested = await admin.call('POST', `/admin/mailings/${id}/test`, { version: 1, language: 'en' });
    expect(tested.json).toMatchObject({ code: 'invalid-input' });
  });

  test('a subject is there, and has no placeholder', async () => {
    for (const [subject, kind] of [
      ['', 'no-subject'],
      ['Hi {{first_name|you}}', 'placeholder-in-subject'],
    ]) {
      const { json } = await admin.call('POST', '/admin/mailings/preview', {
        draft: aMailing({ texts: { en: { subject, body: 'x' } } }),
        language: 'en',
        values: 'own',
      });
      expect(json).toMatchObject({ problems: [{ language: 'en', kind }], mail: null });
    }
    const missing = await admin.call('POST', '/admin/mailings/preview', {
      draft: aMailing({ fallback: 'de' }),
      language: 'en',
      values: 'own',
    });
    expect(missing.json).toMatchObject({ problems: [{ language: 'de', kind: 'no-text' }] });
  });

  test.each([
    [
      'a text that is too long',
      { texts: { en: { subject: 'a', body: 'x'.repeat(mailingLimits.body + 1) } } },
    ],
    ['a subject of two lines', { texts: { en: { subject: 'a\nBcc: x@example.com', body: 'x' } } }],
    ['characters that reverse words', { texts: { en: { subject: 'a', body: 'a\u202eb' } } }],
    ['private characters', { texts: { en: { subject: 'a', body: 'a\ue0000\ue001' } } }],
    ['a language that there is not', { texts: { xx: { subject: 'a', body: 'x' } } }],
    ['more mails a minute than allowed', { perMinute: 601 }],
    ['no mails a minute', { perMinute: 0 }],
    ['a segment that there is not', { segment: { kind: 'rich' } }],
  ])('a draft with %s is refused', async (_what, more) => {
    expect((await admin.call('POST', '/admin/mailings', aMailing(more))).json).toMatchObject({
      code: 'invalid-input',
    });
  });

  test('news goes to those who want it, and ends for a person by one click, in every account', async () => {
    const ada = await world.person('ada', { news: true });
    await world.person('bea');
    const cleo = await world.person('cleo', { news: true });
    const mailing = await world.create({ kind: 'news' });
    const recipients = (await admin.call('GET', `/admin/mailings/${mailing.id}/recipients`)).json;
    expect(recipients).toMatchObject({ count: 2, matching: 3, unwanted: 1 });
    await world.confirm(mailing);
    // Somebody who changes their mind between confirming and sending gets none.
    await queryAsOwner(app.services.db, `update memberships set alerts = '{}' where user_id = $1`, [
      cleo.userId,
    ]);
    await world.send(mailing.id);
    await world.deliver();
    const [mail, second] = await world.received();
    expect(second).toBeUndefined();
    const header = (name: string) => mail?.headers.find((one) => one.name === name)?.value;
    const link = /<([^>]+)>/.exec(header('List-Unsubscribe') ?? '')?.[1] ?? '';
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.text).toContain(link);
    const press = () =>
      app.request({
        method: 'POST',
        url: new URL(link).pathname,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    for (let times = 0; times < 2; times += 1) expect((await press()).status).toBe(200);
    expect(await world.read(mailing.id)).toMatchObject({
      state: 'finished',
      results: { sent: 1, unsubscribed: 1, skipped: { unsubscribed: 1 } },
    });
    expect(await audience({ kind: 'person', userId: ada.userId }, { kind: 'news' })).toMatchObject({
      count: 0,
      unwanted: 1,
    });
    // Service notices still come.
    expect((await audience({ kind: 'person', userId: ada.userId })).count).toBe(1);
  });

  test('news that is switched off in the profile of one account ends in every account', async () => {
    const ada = await world.person('ada', { news: true });
    const bea = await world.person('bea');
    await queryAsOwner(
      app.services.db,
      `insert into memberships (account_id, user_id, role, alerts)
       values ($1, $2, 'manager', '{"version": 2, "productNews": true, "digest": "daily"}')`,
      [bea.accountId, ada.userId],
    );
    const mailing = await world.create({ kind: 'news' });
    await world.confirm(mailing);
    await world.send(mailing.id);
    await world.deliver();
    const ofPerson = () => audience({ kind: 'person', userId: ada.userId }, { kind: 'news' });
    expect((await ofPerson()).count).toBe(1);
    const call = app.callWith(ada.token, ada.accountId);
    const answer = (await call('GET', '/profile')).json as { profile: { alerts: Record<string, unknown> } };
    const { version: _, ...alerts } = answer.profile.alerts;
    const save = (change: object) => call('PUT', '/profile/alerts', { alerts: { ...alerts, ...change } });
    expect((await save({ digest: 'off' })).status).toBe(200);
    expect((await ofPerson()).count).toBe(1);
    expect((await save({ digest: 'off', productNews: false })).status).toBe(200);
    expect(await ofPerson()).toMatchObject({ count: 0, unwanted: 1 });
    expect((await world.read(mailing.id)).results).toMatchObject({ sent: 1, unsubscribed: 1 });
    const { rows } = await queryAsOwner<{ digest: string }>(
      app.services.db,
      `select m.alerts ->> 'digest' as digest from memberships m where m.user_id = $1 and m.role = 'manager'`,
      [ada.userId],
    );
    expect(rows).toEqual([{ digest: 'daily' }]);
  });

  test('a mail that waits is not sent to somebody who ended the news or was blocked meanwhile', async () => {
    const [ada, bea] = await Promise.all(['ada', 'bea'].map((name) => world.person(name, { news: true })));
    await world.person('cleo', { news: true });
    const news = await world.create({ kind: 'news' });
    const notice = await world.create();
    for (const mailing of [news, notice]) {
      await world.confirm(mailing);
      await world.send(mailing.id);
    }
    // The mail server takes nothing for now.
    await world.deliver({ send: () => Promise.reject(new DeliveryError('busy', false, '450 later')) });
    await queryAsOwner(
      app.services.db,
      `update memberships set alerts = alerts || '{"productNews": false}' where user_id = $1`,
      [ada?.userId],
    );
    await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [bea?.userId]);
    world.now = new Date(world.now.getTime() + 3_600_000);
    await world.deliver();
    expect(await world.addressees()).toEqual(['ada', 'cleo', 'cleo']);
    expect((await world.read(news.id)).results).toMatchObject({ sent: 1, canceled: 2, queued: 0 });
    expect((await world.read(notice.id)).results).toMatchObject({ sent: 2, canceled: 1, queued: 0 });
    await world.deliver();
    expect(await world.addressees()).toHaveLength(3);
  });

  test('a mail that waits is not sent to somebody who was deleted meanwhile; a test still is', async () => {
    const [leaving] = [await world.person('ada'), await world.person('bea')];
    const mailing = await world.create();
    await admin.call('POST', `/admin/mailings/${mailing.id}/test`, { version: 1, language: 'en' });
    await world.confirm(mailing);
    await world.send(mailing.id);
    for (const statement of ['delete from memberships where user_id = $1', 'delete from users where id = $1'])
      await queryAsOwner(app.services.db, statement, [leaving.userId]);
    await world.deliver();
    expect(await world.addressees()).toEqual(['admin', 'bea']);
  });

  test('a part never exceeds the mails of its minute, and parts are far enough apart', async () => {
    for (const perMinute of [1, 2, 5, 6, 7, 59, 60, 100, 599, 600]) {
      const { size, pauseMs } = partOf(perMinute);
      expect(size).toBeGreaterThanOrEqual(1);
      expect((size * 60_000) / pauseMs).toBeLessThanOrEqual(perMinute);
    }
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await world.person(name);
    const mailing = await world.create({ perMinute: 12 });
    await world.confirm(mailing);
    const started = world.now.getTime();
    expect(await world.send(mailing.id, 2)).toEqual([2, 2]);
    expect(world.now.getTime() - started).toBe(20_000);
    // Not due yet: a second worker, or a job that comes twice, sends nothing.
    world.now = new Date(world.now.getTime() - 1);
    expect((await sendPart(world.deps, mailing.id)).emailIds).toEqual([]);
    world.now = new Date(world.now.getTime() + 1);
    expect(await world.send(mailing.id)).toEqual([1]);
  });

  test('a mail server that takes nothing gets no more than two minutes of mails', async () => {
    for (const name of ['b1', 'b2', 'b3', 'b4']) await world.person(name);
    const mailing = await world.create({ perMinute: 1 });
    await world.confirm(mailing);
    expect(await world.send(mailing.id, 5)).toEqual([1, 1, 0, 0, 0]);
    await world.deliver();
    expect(await world.send(mailing.id)).toEqual([1, 1]);
  });

  test('two workers at once and a part that is cut off send everybody one mail', async () => {
    const names = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
    for (const name of names) await world.person(name);
    const mailing = await world.create({ perMinute: 12 });
    await world.confirm(mailing);
    let calls = 0;
    const dying = {
      ...world.deps,
      queueMail: (...args: Parameters<typeof world.deps.queueMail>) => {
        calls += 1;
        if (calls === 2) throw new Error('killed');
        return world.deps.queueMail(...args);
      },
    };
    await expect(sendPart(dying, mailing.id)).rejects.toThrow('killed');
    expect((await world.read(mailing.id)).results).toMatchObject({ waiting: 6, queued: 0 });
    for (let part = 0; part < 3; part += 1) {
      const both = await Promise.all([sendPart(world.deps, mailing.id), sendPart(world.deps, mailing.id)]);
      expect(both.flatMap(({ emailIds }) => emailIds)).toHaveLength(2);
      world.now = new Date(world.now.getTime() + 10_000);
    }
    const listed = async () => {
      const { mailings } = (await admin.call('GET', '/admin/mailings')).json as {
        mailings: MailingSummary[];
      };
      return mailings.find(({ id }) => id === mailing.id);
    };
    expect(await listed()).toMatchObject({ state: 'finished', queued: 6 });
    expect(await world.read(mailing.id)).toMatchObject({ queued: 6, results: { queued: 6 } });
    await world.deliver();
    expect(await world.addressees()).toEqual(names);
    expect(await world.read(mailing.id)).toMatchObject({ state: 'finished', results: { sent: 6 } });
    expect(await listed()).toMatchObject({ state: 'finished', queued: 0 });
  });

  test('stopping half-way keeps what was sent, takes back what is stored, and sends nothing more', async () => {
    for (const name of ['d1', 'd2', 'd3', 'd4', 'd5', 'd6']) await world.person(name);
    const mailing = await world.create({ perMinute: 12 });
    await world.confirm(mailing);
    await world.send(mailing.id, 1);
    await world.deliver();
    await world.send(mailing.id, 1);
    // The mail server has the first of two mails when somebody stops the mailing, and refuses it for now.
    let offered = 0;
    await world.deliver({
      send: async () => {
        offered += 1;
        expect((await admin.call('POST', `/admin/mailings/${mailing.id}/stop`)).status).toBe(200);
        throw new DeliveryError('busy', false, '450 later');
      },
    });
    expect(offered).toBe(1);
    expect(await world.send(mailing.id)).toEqual([0]);
    await world.deliver();
    expect(await world.addressees()).toHaveLength(2);
    expect(await world.read(mailing.id)).toMatchObject({
      state: 'stopped',
      stopReason: 'admin',
      stoppedBy: 'admin',
      results: { waiting: 0, sent: 2, canceled: 3, failed: 1, queued: 0 },
    });
    // Stopping again changes nothing.
    expect((await other.call('POST', `/admin/mailings/${mailing.id}/stop`)).json).toMatchObject({
      stoppedBy: 'admin',
    });
    expect((await world.actions())[0]).toBe('mailing.stopped');
  });

  test('it stops by itself when who confirmed it is no administrator any more, or a backup was restored', async () => {
    await world.person('ada');
    const third = await app.signInAdmin('third-admin@example.com');
    await queryAsOwner(app.services.db, 'delete from memberships where user_id = $1', [third.userId]);
    const { id, version } = await world.create();
    const body = { version, recipients: 1, start: null };
    expect((await third.call('POST', `/admin/mailings/${id}/confirm`, body)).status).toBe(200);
    await queryAsOwner(app.services.db, `update users set role = 'Regular' where id = $1`, [third.userId]);
    world.now = new Date();
    expect(await world.send(id)).toEqual([0]);
    expect(await world.read(id)).toMatchObject({
      state: 'stopped',
      stopReason: 'confirmer-gone',
      results: { canceled: 1, sent: 0 },
    });
    const mailing = await world.create();
    await world.confirm(mailing);
    await queryAsOwner(
      app.services.db,
      `insert into restores (backup_id, backup_began_at, began_at, finished_at)
       values (gen_random_uuid(), now(), now() + interval '1 second', now())`,
    );
    expect(await world.send(mailing.id)).toEqual([0]);
    await queryAsOwner(app.services.db, 'delete from restores');
    expect(await world.read(mailing.id)).toMatchObject({ state: 'stopped', stopReason: 'restored' });
  });

  test('the number is confirmed: more people, nobody, or more than the limit are refused', async () => {
    await world.person('ada');
    const mailing = await world.create();
    const confirm = (recipients: number) =>
      admin.call('POST', `/admin/mailings/${mailing.id}/confirm`, { version: 1, recipients, start: null });
    await world.person('bea');
    expect((await confirm(1)).json).toMatchObject({ code: 'conflict' });
    expect((await world.read(mailing.id)).results).toBeNull();
    const nobody = await world.create({ segment: { kind: 'ended' } });
    const none = await admin.call('POST', `/admin/mailings/${nobody.id}/confirm`, {
      version: 1,
      recipients: 1,
      start: null,
    });
    expect(none.json).toMatchObject({ code: 'conflict' });
    for (let number = 0; number < 11; number += 1) await world.person(`many-${number}`);
    expect((await confirm(13)).json).toMatchObject({ code: 'limit-reached' });
    await queryAsOwner(app.services.db, `update users set blocked_at = now() where email like 'many-1%'`);
    // Fewer than were confirmed are fine.
    expect((await confirm(13)).json).toMatchObject({ state: 'scheduled', recipients: 11 });
  });

  test('a schedule is a local time of a zone; who is gone, blocked or no longer concerned is left out then', async () => {
    const [ada, bea, cleo, dora] = (await Promise.all(
      ['ada', 'bea', 'cleo', 'dora'].map((name) => world.person(name)),
    )) as [TestUser, TestUser, TestUser, TestUser];
    for (const user of [ada, bea, cleo, dora])
      await set(user, `plan_state = 'trial', plan_ends_at = now() + interval '3 days'`);
    const mailing = await world.create({ segment: { kind: 'trial-ending' } });
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const start = { at: `${day}T09:30`, timeZone: 'Asia/Kolkata' };
    const scheduled = await world.confirm(mailing, start);
    expect(scheduled).toMatchObject({
      state: 'scheduled',
      startsAt: `${day}T04:00:00.000Z`,
      timeZone: 'Asia/Kolkata',
      recipients: 4,
    });
    expect((await sendPart(world.deps, mailing.id)).emailIds).toEqual([]);
    await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [ada.userId]);
    await set(bea, `plan_state = 'active', plan_ends_at = null`);
    await queryAsOwner(app.services.db, 'delete from mailing_recipients where user_id = $1', [cleo.userId]);
    world.now = new Date(`${day}T04:00:00Z`);
    expect(await world.send(mailing.id)).toEqual([1]);
    await world.deliver();
    expect(await world.addressees()).toEqual(['dora']);
    expect((await world.read(mailing.id)).results).toMatchObject({
      sent: 1,
      gone: 1,
      skipped: { blocked: 1, changed: 1 },
    });
    for (const at of ['2020-01-01T10:00', '2999-01-01T10:00', '2027-02-31T10:00']) {
      const { id } = await world.create();
      const answer = await admin.call('POST', `/admin/mailings/${id}/confirm`, {
        version: 1,
        recipients: 1,
        start: { at, timeZone: 'UTC' },
      });
      expect(answer.json).toMatchObject({ code: 'invalid-input' });
    }
  });

  test('two administrators edit one draft: the second one is told, and nothing is lost', async () => {
    const { id } = await world.create();
    const change = (who: TestUser, version: number, perMinute: number) =>
      who.call('PUT', `/admin/mailings/${id}`, { version, draft: aMailing({ perMinute }) });
    expect((await change(admin, 1, 10)).json).toMatchObject({ version: 2, perMinute: 10 });
    expect((await change(other, 1, 20)).json).toMatchObject({ code: 'conflict' });
    expect((await other.call('DELETE', `/admin/mailings/${id}`, { version: 1 })).json).toMatchObject({
      code: 'conflict',
    });
    expect(await world.read(id)).toMatchObject({ perMinute: 10, changedBy: 'admin' });
    const both = await Promise.all([change(admin, 2, 30), change(other, 2, 40)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await admin.call('DELETE', `/admin/mailings/${id}`, { version: 3 })).status).toBe(200);
    expect(await world.actions()).toEqual([
      'mailing.removed',
      'mailing.changed',
      'mailing.changed',
      'mailing.created',
    ]);
    // What was confirmed is no draft any more.
    await world.person('ada');
    const sent = await world.create();
    await world.confirm(sent);
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { version: 2, draft: aMailing() } : { version: 2 };
      expect((await admin.call(method, `/admin/mailings/${sent.id}`, body)).status).toBe(409);
    }
  });

  test('a test goes to the administrator alone, and not without end', async () => {
    await world.person('ada');
    const mailing = await world.create({ texts: texts('en', 'de') });
    const send = (language: string, version = 1) =>
      other.call('POST', `/admin/mailings/${mailing.id}/test`, { version, language });
    expect((await send('de')).json).toEqual({ to: other.email });
    expect((await send('fr', 2)).json).toMatchObject({ code: 'conflict' });
    await world.deliver();
    const mails = await world.received();
    expect(mails.map(({ to, subject }) => [to[0], subject])).toEqual([[other.email, 'News de']]);
    expect(await world.read(mailing.id)).toMatchObject({ state: 'draft', results: null });
    let status = 200;
    for (let times = 0; times < 40 && status === 200; times += 1) ({ status } = await send('en'));
    expect(status).toBe(429);
  });

  test('an address that cannot get mail is left out, and holds up nobody', async () => {
    await world.person('ada');
    const odd = await world.person('bea');
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('users').set({ email: 'béa@exämple.com' }).where('id', '=', odd.userId).execute(),
    );
    const mailing = await world.create();
    await world.confirm(mailing);
    await world.send(mailing.id);
    await world.deliver();
    expect(await world.addressees()).toEqual(['ada']);
    expect((await world.read(mailing.id)).results).toMatchObject({ sent: 1, skipped: { suppressed: 1 } });
    const blocked = await admin.call('POST', `/admin/users/${odd.userId}/block`, { reason: 'abuse' });
    expect(blocked.status).toBe(200);
  });

  test('the list goes page by page, and mailings that ended a year ago are deleted', async () => {
    const seen = new Set<string>();
    let cursor: string | null = '';
    let pages = 0;
    const made = await Promise.all(Array.from({ length: 31 }, () => world.create()));
    while (cursor !== null) {
      const answer = await admin.call('GET', `/admin/mailings${cursor === '' ? '' : `?cursor=${cursor}`}`);
      const page = answer.json as { mailings: Mailing[]; nextCursor: string | null };
      expect(answer.json).toMatchObject({ mailWorks: true, plans: true, limit: 12 });
      for (const { id } of page.mailings) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      cursor = page.nextCursor;
      pages += 1;
    }
    expect(pages).toBeGreaterThan(1);
    for (const { id } of made) expect(seen.has(id)).toBe(true);
    for (const name of ['ada', 'bea', 'cem']) await world.person(name);
    const old = await world.create();
    await world.confirm(old);
    await world.send(old.id);
    const inMonths = (months: number) => {
      const now = new Date();
      now.setUTCMonth(now.getUTCMonth() + months);
      return { ...world.deps, now: () => now };
    };
    await deleteOldMailings(inMonths(11), new AbortController().signal);
    expect(await world.read(old.id)).toMatchObject({ state: 'finished' });
    await deleteOldMailings(inMonths(13), new AbortController().signal, 2);
    expect((await admin.call('GET', `/admin/mailings/${old.id}`)).status).toBe(404);
    expect((await admin.call('GET', `/admin/mailings/${made[0]?.id}`)).status).toBe(200);
  });
});

test.each(featureModes)(
  'without a mail server nothing can be sent, and without plans nobody has a trial, %s',
  async (mode) => {
    const app = await startTestApp(mode, { settings: { SMTP_URL: '', KINDLING_ROLES: 'web' } });
    try {
      const admin = await app.signInAdmin('admin@example.com');
      expect((await admin.call('GET', '/admin/mailings')).json).toMatchObject({
        mailWorks: false,
        plans: false,
      });
      const made = (await admin.call('POST', '/admin/mailings', aMailing())).json as Mailing;
      for (const [what, body] of [
        ['test', { version: 1, language: 'en' }],
        ['confirm', { version: 1, recipients: 1, start: null }],
      ])
        expect((await admin.call('POST', `/admin/mailings/${made.id}/${what}`, body)).json).toMatchObject({
          code: 'unavailable',
        });
      const trial = aMailing({ segment: { kind: 'trial-ending' } });
      expect((await admin.call('POST', '/admin/mailings', trial)).json).toMatchObject({
        code: 'invalid-input',
      });
    } finally {
      await app.close();
    }
  },
);
