import { claims } from '@kindling/contract/constants';
import { pictureMaxBytes, readAlertChoices } from '@kindling/contract/profile';
import { renamedZones } from '@kindling/contract/time-zones';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { anyMode, featureModes, queryAsOwner } from '../../testing/database.ts';
import { makePng, pngChunk } from '../../testing/png.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { markSessionEnded } from './ended-sessions.ts';
import { revokeEarlierTokens } from './own-sign-ins.ts';

const alerts = {
  newReviews: 'all',
  lowStars: 2,
  unrated: true,
  digest: 'monthly',
  monthlyReport: false,
  privateFeedback: false,
  connectionTrouble: false,
  assigned: true,
  productNews: true,
  quietHours: { from: '21:30', to: '07:00' },
};

describe.each(featureModes)('a profile, %s', (mode) => {
  let app: TestApp;
  let ann: TestUser;
  let bob: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    ann = await app.signIn(`ann-${count}@example.com`);
    bob = await app.signIn(`bob-${count}@example.com`);
  });
  const profileOf = async (user: TestUser) =>
    ((await user.call('GET', '/profile')).json as { profile: Record<string, unknown> }).profile;
  const details = async (user: TestUser) => {
    const body = { useremail: user.email, userToken: user.token };
    return (await user.call('POST', '/users/getuserbyemail', body)).json as { user: Record<string, unknown> };
  };

  test('begins with the data of the sign-up and the default alerts', async () => {
    expect(await profileOf(ann)).toMatchObject({
      email: ann.email,
      displayName: `ann-${count}`,
      picture: null,
      locale: 'en',
      timeZone: 'UTC',
      deletionScheduledFor: null,
      alerts: {
        version: 2,
        newReviews: 'low',
        lowStars: 3,
        unrated: false,
        digest: 'daily',
        monthlyReport: true,
        privateFeedback: true,
        connectionTrouble: true,
        assigned: true,
        productNews: false,
        quietHours: null,
      },
    });
  });

  test('a renamed zone is taken under its present name, and under the one that browsers still report', async () => {
    // A person changes the zone ten times an hour at most.
    let person: TestUser = ann;
    for (const [index, timeZone] of Object.entries(renamedZones).flat().entries()) {
      if (index % 8 === 0) person = await app.signIn(`zones-${index}@example.com`);
      const answer = await person.call('PUT', '/profile/region', { locale: 'en', timeZone });
      expect.soft(answer.status, timeZone).toBe(200);
    }
  });

  test('each section is saved by itself, shows in the shell’s details, and changes no other person', async () => {
    const before = await profileOf(bob);
    const names = { firstName: ' Ann ', lastName: "O'Neil <b>", displayName: 'Ann 🦆' };
    expect((await ann.call('PUT', '/profile/names', names)).status).toBe(200);
    await ann.call('PUT', '/profile/region', { locale: 'sr', timeZone: 'America/Argentina/Buenos_Aires' });
    expect((await ann.call('PUT', '/profile/alerts', { alerts })).status).toBe(200);
    expect(await profileOf(ann)).toMatchObject({
      firstName: 'Ann',
      lastName: "O'Neil <b>",
      displayName: 'Ann 🦆',
      locale: 'sr',
      timeZone: 'America/Argentina/Buenos_Aires',
      alerts,
    });
    expect((await details(ann)).user).toMatchObject({ displayName: 'Ann 🦆', locale: 'sr' });
    expect(await profileOf(bob)).toEqual(before);
  });

  test('a zone that stays is not looked up among all zones of the database', async () => {
    // Only a look-up would refuse this name, which the database does not know.
    await queryAsOwner(app.services.db, `update accounts set time_zone = 'AET' where id = $1`, [
      ann.accountId,
    ]);
    const answer = await ann.call('PUT', '/profile/region', { locale: 'fr', timeZone: 'AET' });
    expect(answer.status, answer.text).toBe(200);
    expect(await profileOf(ann)).toMatchObject({ locale: 'fr', timeZone: 'AET' });
  });

  test('bad input is refused by field, and nothing is changed', async () => {
    const before = await profileOf(ann);
    const names = { firstName: 'A', lastName: 'B', displayName: 'C' };
    const region = { locale: 'en', timeZone: 'UTC' };
    const bad: [path: string, body: Record<string, unknown>, field: string][] = [
      ['/profile/names', { ...names, displayName: '   ' }, 'displayName'],
      ['/profile/names', { ...names, firstName: 'x'.repeat(101) }, 'firstName'],
      ['/profile/names', { ...names, lastName: 'a\u202eb' }, 'lastName'],
      ['/profile/names', { ...names, displayName: 'a\nb' }, 'displayName'],
      ['/profile/region', { ...region, locale: 'it' }, 'locale'],
      ['/profile/region', { ...region, timeZone: 'Mars/Olympus' }, 'timeZone'],
      ['/profile/region', { ...region, timeZone: '+01:00' }, 'timeZone'],
      // A name that programs know and the database does not.
      ['/profile/region', { ...region, timeZone: 'AET' }, 'timeZone'],
      ['/profile/region', { ...region, timeZone: '../../etc/passwd' }, 'timeZone'],
      ['/profile/region', { ...region, timeZone: '' }, 'timeZone'],
      ['/profile/alerts', { alerts: { ...alerts, newReviews: 'hourly' } }, 'alerts.newReviews'],
      ['/profile/alerts', { alerts: { ...alerts, productNews: 'yes' } }, 'alerts.productNews'],
      ['/profile/alerts', { alerts: { ...alerts, lowStars: 5 } }, 'alerts.lowStars'],
      ['/profile/alerts', { alerts: { ...alerts, digest: 'hourly' } }, 'alerts.digest'],
      ['/profile/alerts', { alerts: {} }, 'alerts.newReviews'],
      [
        '/profile/alerts',
        { alerts: { ...alerts, quietHours: { from: '9:00', to: '10:00' } } },
        'alerts.quietHours.from',
      ],
      [
        '/profile/alerts',
        { alerts: { ...alerts, quietHours: { from: '09:00', to: '24:00' } } },
        'alerts.quietHours.to',
      ],
      [
        '/profile/alerts',
        { alerts: { ...alerts, quietHours: { from: '09:00', to: '09:00' } } },
        'alerts.quietHours.to',
      ],
      ['/profile/picture', { data: 'no base64!' }, 'data'],
      ['/profile/picture', { data: Buffer.from('<svg/>').toString('base64') }, 'data'],
      ['/profile/picture', { data: makePng(255).toString('base64') }, 'data'],
    ];
    for (const [path, body, field] of bad) {
      const answer = await ann.call('PUT', path, body);
      expect.soft(answer.status, `${path} ${field}`).toBe(400);
      const { fields } = answer.json as { fields: { path: string }[] };
      expect
        .soft(
          fields.map((one) => one.path),
          `${path} ${field}`,
        )
        .toContain(field);
    }
    expect(await profileOf(ann)).toEqual(before);
  });

  test('choices that an older or newer version stored open with the default for what is missing or unknown', () => {
    const known = {
      version: 2,
      newReviews: 'low',
      lowStars: 3,
      unrated: false,
      digest: 'daily',
      monthlyReport: true,
      privateFeedback: true,
      connectionTrouble: true,
      assigned: true,
      productNews: false,
      quietHours: null,
    };
    for (const stored of [{}, null, 'text', [], { version: 9, newReviews: 'hourly', productNews: 'yes' }])
      expect(readAlertChoices(stored)).toEqual(known);
    expect(readAlertChoices({ connectionTrouble: false })).toEqual({ ...known, connectionTrouble: false });
    const first = (newReviews: string) => readAlertChoices({ version: 1, newReviews, productNews: true });
    expect(first('daily')).toEqual({ ...known, newReviews: 'off', productNews: true });
    expect(first('weekly')).toMatchObject({ newReviews: 'off', digest: 'weekly', monthlyReport: true });
    expect(first('at-once')).toMatchObject({ newReviews: 'all', digest: 'off', monthlyReport: true });
    expect(first('off')).toMatchObject({ newReviews: 'off', digest: 'off', monthlyReport: false });
    expect(readAlertChoices({ ...known, newReviews: 'off' })).toEqual({ ...known, newReviews: 'off' });
  });

  test('a picture is encoded again, shown to the own account only, and deleted when it is removed', async () => {
    const sent = makePng(256, { extra: [pngChunk('tEXt', Buffer.from('Comment\0at home'))], shade: count });
    const answer = await ann.call('PUT', '/profile/picture', { data: sent.toString('base64') });
    const { picture } = (answer.json as { profile: { picture: string } }).profile;
    expect(picture).toMatch(/^\/api\/v1\/pictures\/[0-9a-f]{64}$/);
    expect((await details(ann)).user.picture).toBe(picture);
    const ask = (token?: string) =>
      app.web.inject({
        url: picture,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
    const shown = await ask(ann.token);
    expect(shown.statusCode).toBe(200);
    expect(shown.rawPayload).toEqual(makePng(256, { shade: count }));
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await ask()).statusCode).toBe(401);
    expect((await ask(bob.token)).statusCode).toBe(404);
    await ann.call('DELETE', '/profile/picture');
    expect((await ask(ann.token)).statusCode).toBe(404);
    expect(await profileOf(ann)).toMatchObject({ picture: null });
  });

  test('the same picture of two accounts stays with each', async () => {
    const data = makePng(256).toString('base64');
    for (const user of [ann, bob]) await user.call('PUT', '/profile/picture', { data });
    await ann.call('DELETE', '/profile/picture');
    const { picture } = await profileOf(bob);
    const headers = { authorization: `Bearer ${bob.token}` };
    expect((await app.web.inject({ url: String(picture), headers })).statusCode).toBe(200);
  });

  test('two pictures at the same moment: both are taken, and one of them stays', async () => {
    const data = [1, 2].map((shade) => makePng(256, { shade }).toString('base64'));
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        data.map((one) => ann.call('PUT', '/profile/picture', { data: one })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await ann.call('DELETE', '/profile/picture');
    }
  });

  test('a picture as large as we take goes through, a larger one does not', async () => {
    const fill = (bytes: number) => Buffer.alloc(bytes).toString('base64');
    const answer = await ann.call('PUT', '/profile/picture', { data: fill(pictureMaxBytes + 3) });
    expect(answer.status).toBe(400);
    expect((await ann.call('PUT', '/profile/picture', { data: fill(pictureMaxBytes) })).status).toBe(400);
    expect((await ann.call('PUT', '/profile/picture', { data: 'A'.repeat(300_000) })).status).toBe(413);
  });

  test('“sign out everywhere” refuses every token from before it, and none from after it', async () => {
    expect((await ann.call('DELETE', '/profile/sessions')).status).toBe(200);
    const body = { useremail: ann.email, userToken: ann.token };
    for (const [method, path, input] of [
      ['GET', '/profile', undefined],
      ['GET', '/reviews', undefined],
      ['POST', '/users/getuserbyemail', body],
      ['POST', '/users/savelogin', body],
      ['POST', '/users/adduser', { sub: ann.sub, email: ann.email }],
    ] as const)
      expect.soft((await ann.call(method, path, input)).status, path).toBe(401);
    const again = await app.signIn(ann.email);
    expect((await again.call('GET', '/profile')).status).toBe(200);
    expect((await bob.call('GET', '/profile')).status).toBe(200);
  });

  test('a changed password refuses tokens of earlier seconds, for that person alone', async () => {
    const { issuer } = app.services.settings.auth;
    const who = { sub: ann.sub, email: ann.email };
    const iat = Math.floor(Date.now() / 1000) - 5;
    const old = await app.issuer.sign(who, { payload: { iat } });
    const ask = (token: string) =>
      app.request({ url: '/api/v1/profile', headers: { authorization: `Bearer ${token}` } });
    expect((await ask(old)).status).toBe(200);
    await revokeEarlierTokens(app.services.users, issuer, ann.sub);
    expect((await ask(old)).status).toBe(401);
    expect((await ask(await app.issuer.sign(who))).status).toBe(200);
    // Signing out everywhere reaches to the next second; a change of password in this one does not take that back.
    const next = new Date(Date.now() + 60_000);
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('users').set({ tokens_valid_from: next }).where('sub', '=', ann.sub).execute(),
    );
    await revokeEarlierTokens(app.services.users, issuer, ann.sub);
    expect((await ask(await app.issuer.sign(who))).status).toBe(401);
    expect((await bob.call('GET', '/profile')).status).toBe(200);
  });

  test('sessions are the own ones; the present one is marked; another person’s cannot be ended', async () => {
    const { pool } = app.services.db;
    const signIns = app.services.users.signIns;
    const insert = async (user: TestUser, id: string) => {
      await pool.query(
        `insert into identity.browser_session values ($1, $2, $3, null, 'Firefox', 'Windows', '192.0.2.*', now(), now(), now() + interval '1 day')`,
        [id, user.sub, `uid-${id}`],
      );
      await pool.query(
        `insert into identity.record (model, id, sealed, uid, account_id) values ('Session', $1, '', $2, $3)`,
        [Buffer.from(id), `uid-${id}`, user.sub],
      );
    };
    const idOf = (user: TestUser, number: number) =>
      Buffer.from(`${number} ${user.email}`.slice(0, 16).padEnd(16)).toString('hex');
    for (const number of [1, 2]) await insert(ann, idOf(ann, number));
    await insert(bob, idOf(bob, 1));
    const token = await app.issuer.sign(
      { sub: ann.sub, email: ann.email },
      { payload: { [claims.session]: idOf(ann, 1) } },
    );
    const headers = { authorization: `Bearer ${token}` };
    const { sessions } = (await app.request({ url: '/api/v1/profile/sessions', headers })).json as {
      sessions: { id: string; current: boolean; browser: string }[];
    };
    expect(sessions.map(({ id, current }) => [id, current]).sort()).toEqual(
      [
        [idOf(ann, 1), true],
        [idOf(ann, 2), false],
      ].sort(),
    );
    expect((await ann.call('DELETE', `/profile/sessions/${idOf(bob, 1)}`)).status).toBe(404);
    const there = await app.issuer.sign(
      { sub: ann.sub, email: ann.email },
      { payload: { [claims.session]: idOf(ann, 2) } },
    );
    const askThere = () =>
      app.request({ url: '/api/v1/profile', headers: { authorization: `Bearer ${there}` } });
    expect((await askThere()).status).toBe(200);
    expect((await ann.call('DELETE', `/profile/sessions/${idOf(ann, 2)}`)).status).toBe(200);
    expect((await askThere()).status).toBe(401);
    expect(await signIns?.list(ann.sub)).toHaveLength(1);
    expect(await signIns?.list(bob.sub)).toHaveLength(1);
  });

  test('a sign-in is refused before it is ended, so that it can be ended again where that failed', async () => {
    const { signIns } = app.services.users;
    if (signIns === null) throw new Error('Our own sign-in service was expected');
    const id = Buffer.from(`3 ${ann.email}`.slice(0, 16).padEnd(16)).toString('hex');
    await app.services.db.pool.query(
      `insert into identity.browser_session values ($1, $2, $3, null, 'Firefox', 'Windows', '192.0.2.*', now(), now(), now() + interval '1 day')`,
      [id, ann.sub, `uid-${id}`],
    );
    await app.services.db.pool.query(
      `insert into identity.record (model, id, sealed, uid, account_id) values ('Session', $1, '', $2, $3)`,
      [Buffer.from(id), `uid-${id}`, ann.sub],
    );
    const token = await app.issuer.sign(
      { sub: ann.sub, email: ann.email },
      { payload: { [claims.session]: id } },
    );
    const end = vi.spyOn(signIns, 'end').mockRejectedValueOnce(new Error('The connection was lost'));
    try {
      expect((await ann.call('DELETE', `/profile/sessions/${id}`)).status).toBe(500);
    } finally {
      end.mockRestore();
    }
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.request({ url: '/api/v1/profile', headers })).status).toBe(401);
    expect((await ann.call('DELETE', `/profile/sessions/${id}`)).status).toBe(200);
    expect(await signIns.list(ann.sub)).not.toContainEqual(expect.objectContaining({ id }));
  });

  test('a sign-in that was ended counts at the next request, for reading and for writing', async () => {
    const who = { sub: ann.sub, email: ann.email };
    const sign = (session: string | null) =>
      app.issuer.sign(who, {
        payload: { jti: `${count} ${Math.random()}`, [claims.session]: session ?? undefined },
      });
    const statuses = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const payload = { firstName: 'A', lastName: '', displayName: 'A' };
      const saved = { useremail: ann.email, userToken: token };
      const asked = [
        app.request({ url: '/api/v1/profile', headers }),
        app.request({ method: 'PUT', url: '/api/v1/profile/names', headers, payload }),
        app.request({ method: 'POST', url: '/api/users/savelogin', headers, payload: saved }),
      ];
      return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
    };
    const signOut = (token: string) =>
      app.request({
        method: 'POST',
        url: '/api/v1/profile/sign-out',
        headers: { authorization: `Bearer ${token}` },
      });
    const idOf = (number: number) => String(count * 10 + number).padStart(32, 'e');
    const [here, renewed, elsewhere, ended] = await Promise.all([
      sign(idOf(1)),
      sign(idOf(1)),
      sign(idOf(2)),
      sign(idOf(3)),
    ]);
    expect((await signOut(here)).status).toBe(200);
    expect([await statuses(here), await statuses(renewed), await statuses(elsewhere)]).toEqual([
      [401],
      [401],
      [200],
    ]);
    // The sign-in service tells of a sign-out in its own pages.
    await markSessionEnded(app.services, idOf(3));
    expect([await statuses(ended), await statuses(elsewhere)]).toEqual([[401], [200]]);
    // A hosted provider that names no session leaves the token.
    const [nameless, other] = await Promise.all([sign(null), sign(null)]);
    expect((await signOut(nameless)).status).toBe(200);
    expect([await statuses(nameless), await statuses(other)]).toEqual([[401], [200]]);
  });

  test('every change is in the account’s own trail, without what was typed', async () => {
    await ann.call('PUT', '/profile/names', { firstName: 'Secret', lastName: '', displayName: 'Secret' });
    const entries = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('audit_entries').selectAll().where('account_id', '=', ann.accountId).execute(),
    );
    expect(entries.map((entry) => entry.action)).toContain('profile.names');
    expect(JSON.stringify(entries)).not.toContain('Secret');
  });
});

describe('a hosted provider', () => {
  test('keeps passwords, factors and sessions: the app gets no address to change them', async () => {
    const hosted = {
      AUTH_DOMAIN: 'shop.eu.auth0.com',
      AUTH_CLIENT_ID: 'spa',
      AUTH_AUDIENCE: 'https://api.example.com',
    };
    const app = await startTestApp(anyMode, { settings: hosted });
    try {
      const config = (await app.request({ url: '/api/v1/config' })).json as {
        auth: { passwordUrl: unknown; securityUrl: unknown };
      };
      expect(config.auth).toMatchObject({ passwordUrl: null, securityUrl: null });
      // Its tokens may not tell of second factors, so none is required unless the operator says so.
      expect(app.services.settings.auth.adminNeedsSecondFactor).toBe(false);
      expect(app.services.users).toMatchObject({ signIns: null, factors: null });
    } finally {
      await app.close();
    }
  });
});
