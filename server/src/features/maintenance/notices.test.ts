/** Notices to everybody's screens: who sees which, in which language, from when until when. */
import type { Maintenance, ShownNotice } from '@kindling/contract/maintenance';
import { maxOpenNotices } from '@kindling/contract/maintenance';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { aNotice } from '../../testing/maintenance-requests.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createNoticeBoard } from './notice-board.ts';

const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe.each(featureModes)('notices, %s', (mode) => {
  let app: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    admin = await app.signInAdmin('admin@example.com');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await inSystem(app.services.db, (system) => system.deleteFrom('maintenance_notices').execute());
    await eventually(async () => expect(await shown('en')).toEqual([]));
  });

  async function shown(language: string): Promise<ShownNotice[]> {
    const { json } = await app.request({ url: `/api/v1/maintenance?language=${language}` });
    return (json as { notices: ShownNotice[] }).notices;
  }
  const add = (more: Record<string, unknown> = {}) =>
    admin.call('POST', '/admin/maintenance/notices', aNotice(more));
  const noticesOf = ({ json }: { json: unknown }) => (json as Maintenance).notices;

  test('everybody sees it in their language, or in the one that stands in', async () => {
    const [made] = noticesOf(await add({ workFrom: ahead(30), shownUntil: ahead(90) }));
    expect(made).toMatchObject({ version: 1, changedBy: 'admin', tone: 'info' });
    await eventually(async () =>
      expect(await shown('de')).toMatchObject([
        { id: made?.id, text: 'Heute Nacht aktualisieren wir.', language: 'de', workFrom: made?.workFrom },
      ]),
    );
    expect(await shown('fr')).toMatchObject([{ text: 'We upgrade tonight.', language: 'en' }]);
  });

  test('it is shown from its beginning until its end', async () => {
    const later = noticesOf(await add({ shownFrom: ahead(60), shownUntil: ahead(120) }));
    expect(later).toHaveLength(1);
    expect(await shown('en')).toEqual([]);
    const board = createNoticeBoard(app.services.db, app.services.changes);
    const at = (minutes: number) => board.read('en', new Date(Date.now() + minutes * 60_000));
    expect([await at(59), await at(61), await at(121)].map(({ length }) => length)).toEqual([0, 1, 0]);
  });

  test('a change has another version, and an old version changes nothing', async () => {
    const [made] = noticesOf(await add());
    const path = `/admin/maintenance/notices/${made?.id}`;
    const notice = aNotice({ tone: 'warning', texts: { en: 'Sooner.' } });
    expect(noticesOf(await admin.call('PUT', path, { version: 1, notice }))).toMatchObject([
      { version: 2, tone: 'warning', texts: { en: 'Sooner.' } },
    ]);
    await eventually(async () => expect(await shown('de')).toMatchObject([{ text: 'Sooner.', version: 2 }]));
    const late = { version: 1, notice: aNotice() };
    expect((await admin.call('PUT', path, late)).json).toMatchObject({ code: 'conflict' });
    expect((await admin.call('DELETE', path, { version: 1 })).json).toMatchObject({ code: 'conflict' });
    expect(noticesOf(await admin.call('DELETE', path, { version: 2 }))).toEqual([]);
    expect((await admin.call('DELETE', path, { version: 2 })).json).toMatchObject({ code: 'not-found' });
    await eventually(async () => expect(await shown('de')).toEqual([]));
  });

  test.each([
    ['no text in the language that stands in', { texts: { de: 'Nur hier' } }],
    ['an empty text', { texts: { en: '  ' } }],
    ['a text that is too long', { texts: { en: 'x'.repeat(401) } }],
    ['control characters', { texts: { en: 'a\u0007b' } }],
    ['a language that there is not', { texts: { en: 'a', xx: 'b' } }],
    ['an end before the beginning', { shownFrom: ahead(60), shownUntil: ahead(30) }],
    ['work after the end', { workFrom: ahead(60), shownUntil: ahead(30) }],
    ['an end that has passed', { shownFrom: ahead(-60), shownUntil: ahead(-1) }],
    ['an end in years', { shownUntil: ahead(60 * 24 * 400) }],
  ])('refuses %s', async (_what, more) => {
    expect((await add(more)).json).toMatchObject({ status: 400, code: 'invalid-input' });
  });

  test('there is a limit, which ended notices do not count for', async () => {
    for (let number = 0; number < maxOpenNotices; number += 1) expect((await add()).status).toBe(201);
    expect((await add()).json).toMatchObject({ code: 'limit-reached' });
    await inSystem(app.services.db, (system) =>
      system
        .updateTable('maintenance_notices')
        .set({ shown_from: new Date(0), shown_until: new Date(1000) })
        .execute(),
    );
    expect((await add()).status).toBe(201);
  });

  test('each change is an entry of the operator’s trail', async () => {
    const [made] = noticesOf(await add());
    await admin.call('DELETE', `/admin/maintenance/notices/${made?.id}`, { version: 1 });
    const entries = await inSystem(app.services.db, (system) =>
      system
        .selectFrom('operator_entries')
        .select(['action', 'admin_id'])
        .where('target', '=', made?.id ?? '')
        .orderBy('at')
        .execute(),
    );
    expect(entries).toEqual([
      { action: 'maintenance.notice-created', admin_id: admin.userId },
      { action: 'maintenance.notice-removed', admin_id: admin.userId },
    ]);
  });
});
