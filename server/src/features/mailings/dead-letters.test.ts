/** Mails of mailings that a mail server refused for good, and sending them again. */
import type { RecipientsPreview } from '@kindling/contract/mailings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { createMailingWorld, type MailingWorld, refusing } from '../../testing/mailing-world.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { resendDeadLettersByCommand } from './dead-letters.ts';

describe.each(featureModes)('dead letters, %s', (mode) => {
  let app: TestApp;
  let admin: TestUser;
  let world: MailingWorld;
  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true, settings: { MAILING_MAX_RECIPIENTS: '12' } });
    admin = await app.signInAdmin('admin@example.com');
    // Administrators are members of an account too; these tests count their own people only.
    await queryAsOwner(app.services.db, 'delete from memberships');
    world = await createMailingWorld(app, admin);
  });
  afterAll(async () => {
    await world.close();
    await app.close();
  });
  beforeEach(() => world.clear());

  const audience = async (segment: object) => {
    const { id } = await world.create({ segment });
    const { json } = await admin.call('GET', `/admin/mailings/${id}/recipients`);
    return json as RecipientsPreview;
  };
  const namesOf = ({ sample }: RecipientsPreview) => sample.map(({ email }) => email.split('@')[0]).sort();
  const list = async () =>
    (await admin.call('GET', '/admin/dead-letters')).json as {
      count: number;
      letters: { id: string; recipient: string }[];
    };

  test('dead letters are listed and sent again; an address that nobody has is left out next time', async () => {
    const ada = await world.person('ada');
    await world.person('bea');
    const mailing = await world.create();
    await world.confirm(mailing);
    await world.send(mailing.id);
    await world.deliver(refusing('550 5.1.1 no such user'));
    expect((await world.read(mailing.id)).results).toMatchObject({ sent: 0, failed: 2 });
    expect(await audience({ kind: 'everyone' })).toMatchObject({ count: 0, suppressed: 2, matching: 2 });
    const dead = await list();
    expect(dead).toMatchObject({
      count: 2,
      letters: expect.arrayContaining([
        expect.objectContaining({
          recipient: ada.email,
          template: 'mailing',
          answer: '550 5.1.1 no such user',
          mailingId: mailing.id,
        }),
      ]),
    });
    expect(JSON.stringify(dead)).not.toContain('sealed');
    const id = dead.letters.find(({ recipient }) => recipient === ada.email)?.id;
    const resend = () => admin.call('POST', '/admin/dead-letters/resend', { ids: [id] });
    expect((await resend()).json).toEqual({ count: 1, unwanted: 0 });
    // A second click finds no dead letter.
    expect((await resend()).json).toEqual({ count: 0, unwanted: 0 });
    expect(await world.actions()).toContain('mail.resent');
    await world.deliver();
    expect(await world.addressees()).toEqual(['ada']);
    expect((await world.read(mailing.id)).results).toMatchObject({ sent: 1, failed: 1 });
    // Whoever is reached is no longer left out.
    expect(namesOf(await audience({ kind: 'everyone' }))).toEqual(['ada']);
    expect((await list()).count).toBe(1);
  });

  test('what is sent again can be stopped until the mail server has it', async () => {
    const ada = await world.person('ada');
    const mailing = await world.create();
    await world.confirm(mailing);
    await world.send(mailing.id);
    await world.deliver(refusing('550 5.7.1 not today'));
    const stop = () => admin.call('POST', `/admin/mailings/${mailing.id}/stop`);
    expect((await stop()).json).toMatchObject({ state: 'finished', results: { failed: 1 } });
    const { letters } = await list();
    const ids = letters.filter(({ recipient }) => recipient === ada.email).map(({ id }) => id);
    expect((await admin.call('POST', '/admin/dead-letters/resend', { ids })).json).toMatchObject({
      count: 1,
    });
    expect((await stop()).json).toMatchObject({
      state: 'stopped',
      stoppedBy: 'admin',
      results: { queued: 0, canceled: 1 },
    });
    await world.deliver();
    expect(await world.addressees()).toEqual([]);
    expect((await world.actions())[0]).toBe('mailing.stopped');
  });

  test('mails of mailings that nobody should get by now are not sent again', async () => {
    const ada = await world.person('ada', { news: true });
    const bea = await world.person('bea', { news: true });
    const cleo = await world.person('cleo', { news: true });
    const mailing = await world.create({ kind: 'news' });
    await world.confirm(mailing);
    await world.send(mailing.id);
    await world.deliver(refusing('550 5.7.1 not today'));
    await queryAsOwner(app.services.db, `update memberships set alerts = '{}' where user_id = $1`, [
      ada.userId,
    ]);
    await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [bea.userId]);
    const { letters } = await list();
    const ids = letters
      .filter(({ recipient }) => [ada, bea, cleo].some(({ email }) => email === recipient))
      .map(({ id }) => id);
    expect(ids).toHaveLength(3);
    const resend = async () => (await admin.call('POST', '/admin/dead-letters/resend', { ids })).json;
    expect(await resend()).toEqual({ count: 1, unwanted: 2 });
    await world.deliver();
    expect(await world.addressees()).toEqual(['cleo']);
  });

  test('the command of the terminal sends the same dead letters again as the page, with an entry', async () => {
    const { db } = app.services;
    const ada = await world.person('ada', { news: true });
    await world.person('bea', { news: true });
    const mailing = await world.create({ kind: 'news' });
    await world.confirm(mailing);
    await world.send(mailing.id);
    await world.deliver(refusing('550 5.7.1 not today'));
    await queryAsOwner(db, `update memberships set alerts = '{}' where user_id = $1`, [ada.userId]);
    await expect(resendDeadLettersByCommand(db, 'nonsense')).rejects.toThrow('not the id');
    expect(await resendDeadLettersByCommand(db, crypto.randomUUID())).toEqual({ count: 0, unwanted: 0 });
    expect(await resendDeadLettersByCommand(db, 'all', world.now)).toEqual({ count: 1, unwanted: 1 });
    const { rows } = await queryAsOwner(
      db,
      `select admin_id, details from operator_entries where action = 'mail.resent' order by at desc, id desc limit 1`,
    );
    expect(rows).toEqual([{ admin_id: null, details: { count: 1 } }]);
    expect((await world.read(mailing.id)).results).toMatchObject({ queued: 1, failed: 1 });
    await world.deliver();
    expect(await world.addressees()).toEqual(['bea']);
    // What stays is named each time, and never sent.
    expect(await resendDeadLettersByCommand(db, 'all', world.now)).toEqual({ count: 0, unwanted: 1 });
  });
});
