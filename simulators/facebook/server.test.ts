import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, objectsIn, stringField } from '../kit/json-object.ts';
import { demoDataFolder } from '../kit/run.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { readFacebookData } from './data.ts';
import { startFacebookSimulator } from './server.ts';
import * as client from './test-client.ts';
import { codesOf, errorOf, redirectUri, scope } from './test-client.ts';
import { proofOf } from './token.ts';

const page = '555';
let facebook: RunningSimulator;

beforeAll(async () => {
  facebook = await startFacebookSimulator({ port: 0 });
});
beforeEach(() => control({ action: 'reset' }));
afterAll(() => facebook.close());

const ask = (path: string, init: RequestInit = {}) => client.callApi(facebook.url, path, init);
const control = (order: JsonObject) => client.control(facebook.url, order);
const decide = (decision: 'allow' | 'deny', untick?: string[], more?: Record<string, string>) =>
  client.submitLoginDialog(facebook.url, decision, untick, more);
const exchange = (code: string, more?: Record<string, string>) => client.exchange(facebook.url, code, more);
const userToken = (untick?: string[]) => client.userToken(facebook.url, untick);
const pageToken = (id: string, untick?: string[]) => client.pageToken(facebook.url, id, untick);

async function seeded(count: number): Promise<string> {
  await control({ action: 'seed', page, count });
  return pageToken(page);
}

describe('login', () => {
  it('shows a dialog that says that it is a simulator, and returns a refusal to the app', async () => {
    const back = await decide('deny');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: '200',
      error_reason: 'user_denied',
      state: 's',
    });
    const request = new URLSearchParams({ client_id: 'kindling-local', redirect_uri: redirectUri, scope });
    const html = await (await fetch(`${facebook.url}/v21.0/dialog/oauth?${request}`)).text();
    expect(html).toContain('local simulator of Facebook, no real account is used');
  });

  it('shows an error page for a foreign redirect address, without a redirect', async () => {
    const request = new URLSearchParams({
      client_id: 'kindling-local',
      redirect_uri: 'https://evil.example/',
      scope,
    });
    const answer = await fetch(`${facebook.url}/v21.0/dialog/oauth?${request}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('gives a short-lived token for a code, once, and a long-lived one for that token', async () => {
    const back = await decide('allow');
    expect(back.hash).toBe('#_=_');
    const code = back.searchParams.get('code') ?? '';
    expect(codesOf(await exchange(code, { redirect_uri: `${redirectUri}/` }))).toEqual([100, 36008]);
    const first = await exchange(code);
    expect(first.body).toMatchObject({ token_type: 'bearer', expires_in: 5183 });
    expect(codesOf(await exchange(code))).toEqual([100, 36009]);
    const token = stringField(first.body, 'access_token') ?? '';
    const query = new URLSearchParams({
      ...client.client,
      grant_type: 'fb_exchange_token',
      fb_exchange_token: token,
    });
    expect((await ask(`/v21.0/oauth/access_token?${query}`)).body.expires_in).toBe(5_183_944);
  });

  it('refuses a code after ten minutes', async () => {
    const code = (await decide('allow')).searchParams.get('code') ?? '';
    await control({ action: 'clock', advanceSeconds: 601 });
    expect(codesOf(await exchange(code))).toEqual([100, 36007]);
  });

  it('lists only the chosen pages, page by page', async () => {
    const all = await ask(
      `/v21.0/me/accounts?limit=1&fields=id,name,access_token,tasks&access_token=${await userToken()}`,
    );
    expect(objectsIn(all.body.data)).toHaveLength(1);
    const next = isJsonObject(all.body.paging) ? String(all.body.paging.next) : '';
    const second = await ask(next);
    expect(objectsIn(second.body.data)[0]?.id).not.toBe(objectsIn(all.body.data)[0]?.id);
    expect(isJsonObject(second.body.paging) && second.body.paging.next).toBeUndefined();
    const one = await ask(`/v21.0/me/accounts?access_token=${await userToken(['487120935561204'])}`);
    expect(objectsIn(one.body.data).map((item) => item.id)).toEqual(['102938475610293']);
  });

  it('lists the declined permissions and refuses the calls that need them', async () => {
    const token = await userToken(['pages_read_user_content']);
    const { body } = await ask(`/v21.0/me/permissions?access_token=${token}`);
    expect(objectsIn(body.data)).toContainEqual({
      permission: 'pages_read_user_content',
      status: 'declined',
    });
    const own = await pageToken('487120935561204', ['pages_read_user_content']);
    expect(codesOf(await ask(`/v21.0/487120935561204/ratings?access_token=${own}`))[0]).toBe(10);
  });

  it('grants all permissions of a configuration', async () => {
    const back = await decide('allow', ['pages_show_list'], { config_id: '1' });
    const { body } = await exchange(back.searchParams.get('code') ?? '');
    const granted = await ask(`/v21.0/me/permissions?access_token=${stringField(body, 'access_token')}`);
    expect(objectsIn(granted.body.data).every((row) => row.status === 'granted')).toBe(true);
  });

  it('reports a page token of a long-lived login as never expiring', async () => {
    const token = await seeded(1);
    const app = encodeURIComponent(`${client.client.client_id}|${client.client.client_secret}`);
    const { body } = await ask(`/debug_token?input_token=${token}&access_token=${app}`);
    expect(body.data).toMatchObject({ type: 'PAGE', is_valid: true, expires_at: 0, profile_id: page });
    await control({ action: 'revoke', token });
    expect((await ask(`/debug_token?input_token=${token}&access_token=${app}`)).body.data).toMatchObject({
      is_valid: false,
    });
  });

  it('ends every token when the app is removed', async () => {
    const token = await userToken();
    expect((await ask(`/v21.0/me/permissions?access_token=${token}`, { method: 'DELETE' })).body).toEqual({
      success: true,
    });
    expect(codesOf(await ask(`/v21.0/me?access_token=${token}`))).toEqual([190, 458]);
  });
});

describe('ratings', () => {
  it('gives each recommendation once, by `next` and by cursors', async () => {
    const token = await seeded(60);
    const stories: unknown[] = [];
    let url = `/v21.0/${page}/ratings?fields=open_graph_story{id},created_time&limit=25&access_token=${token}`;
    const sizes: number[] = [];
    for (;;) {
      const { body } = await ask(url);
      const items = objectsIn(body.data);
      sizes.push(items.length);
      stories.push(...items.map((item) => isJsonObject(item.open_graph_story) && item.open_graph_story.id));
      const paging = isJsonObject(body.paging) ? body.paging : {};
      expect(paging.cursors).toMatchObject({ before: expect.any(String), after: expect.any(String) });
      if (typeof paging.next !== 'string') break;
      expect(paging.next).toContain(`access_token=${token}`);
      url = paging.next;
    }
    expect(sizes).toEqual([25, 25, 10]);
    expect(new Set(stories).size).toBe(60);
  });

  it('goes back with the before cursor, and answers with an empty list for an empty edge', async () => {
    const token = await seeded(30);
    const query = `/v21.0/${page}/ratings?fields=created_time&limit=10&access_token=${token}`;
    const first = await ask(query);
    const cursors =
      isJsonObject(first.body.paging) && isJsonObject(first.body.paging.cursors)
        ? first.body.paging.cursors
        : {};
    const second = await ask(`${query}&after=${cursors.after}`);
    const paging = isJsonObject(second.body.paging) ? second.body.paging : {};
    expect((await ask(String(paging.previous))).body.data).toEqual(first.body.data);
    expect(codesOf(await ask(`${query}&after=nonsense`))[0]).toBe(100);
    await control({ action: 'seed', page, ratings: [] });
    expect((await ask(query)).body).toEqual({ data: [] });
  });

  it('is withdrawn with code 12 from v22.0 on, unless configured otherwise', async () => {
    const token = await seeded(3);
    const code = async (version: string) =>
      codesOf(await ask(`/${version}/${page}/ratings?access_token=${token}`))[0];
    expect(await code('v21.0')).toBeUndefined();
    expect(await code('v22.0')).toBe(12);
    expect(await code('v26.0')).toBe(12);
    await control({ action: 'ratings', withdrawn: 'never' });
    expect(await code('v26.0')).toBeUndefined();
    await control({ action: 'ratings', withdrawn: 'always' });
    expect(await code('v21.0')).toBe(12);
  });

  it('serves the data folder with computed figures', async () => {
    const data = readFacebookData(
      JSON.parse(readFileSync(join(demoDataFolder(), 'facebook.json'), 'utf8')),
      'facebook.json',
    );
    for (const [id, wanted] of data.ratings) {
      const token = await pageToken(id);
      const { body } = await ask(
        `/v21.0/${id}?fields=name,overall_star_rating,rating_count&access_token=${token}`,
      );
      expect(body).toMatchObject({ rating_count: wanted.length, overall_star_rating: expect.any(Number) });
      const list = await ask(
        `/v21.0/${id}/ratings?fields=created_time,review_text,reviewer{id,name}&limit=100&access_token=${token}`,
      );
      const texts = objectsIn(list.body.data).map((item) => item.review_text ?? '');
      expect(texts.toSorted()).toEqual(wanted.map((item) => item.review_text ?? '').toSorted());
    }
  });

  it('requires a page token and refuses unknown fields', async () => {
    const token = await seeded(3);
    expect(codesOf(await ask(`/v21.0/${page}/ratings?access_token=${await userToken()}`))[0]).toBe(210);
    expect(codesOf(await ask(`/v21.0/${page}/ratings?fields=stars&access_token=${token}`))[0]).toBe(100);
    expect(codesOf(await ask(`/v21.0/999/ratings?access_token=${token}`))).toEqual([100, 33]);
  });
});

describe('comments', () => {
  const post = (path: string, form: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(form) });

  it('adds, shows, changes and removes the page’s comment', async () => {
    const token = await seeded(2);
    const story = `88${page}1`;
    const first = await post(`/v21.0/${story}/comments`, { message: 'Thank you', access_token: token });
    expect(first.body.id).toMatch(new RegExp(`^${story}_`));
    expect(
      codesOf(await post(`/v21.0/${story}/comments`, { message: 'Thank you', access_token: token }))[0],
    ).toBe(506);
    expect((await post(`/v21.0/${first.body.id}`, { message: 'Thanks', access_token: token })).body).toEqual({
      success: true,
    });
    const fields = 'open_graph_story{id,comments{message,created_time,from}}';
    const { body } = await ask(`/v21.0/${page}/ratings?fields=${fields}&access_token=${token}`);
    expect(objectsIn(body.data)[0]).toMatchObject({
      open_graph_story: { comments: { data: [{ message: 'Thanks', from: { id: page } }] } },
    });
    await ask(`/v21.0/${first.body.id}?access_token=${token}`, { method: 'DELETE' });
    expect((await ask(`/v21.0/${story}/comments?access_token=${token}`)).body).toEqual({ data: [] });
    expect(codesOf(await post('/v21.0/123/comments', { message: 'x', access_token: token }))).toEqual([
      100, 33,
    ]);
  });
});

describe('access and limits', () => {
  it('checks the proof of the app secret when it is given, and requires it when configured so', async () => {
    expect(proofOf('EAAB_token', 'app_secret')).toBe(
      '0850dc75ed9d3f96602fe4c911c669afdf3112adca16997956be46711f5715a5',
    );
    const token = await userToken();
    const me = (proof: string) => ask(`/v21.0/me?access_token=${token}${proof}`);
    expect(errorOf(await me('&appsecret_proof=wrong')).message).toBe(
      'Invalid appsecret_proof provided in the API argument',
    );
    await control({ action: 'require-proof' });
    expect(errorOf(await me('')).message).toBe(
      'API calls from the server require an appsecret_proof argument',
    );
    expect((await me(`&appsecret_proof=${proofOf(token, client.client.client_secret)}`)).status).toBe(200);
  });

  it('answers an ended token with code 190 and the reason', async () => {
    const token = await userToken();
    expect(codesOf(await ask('/v21.0/me?access_token=nonsense'))[0]).toBe(190);
    await control({ action: 'revoke', token });
    const dead = await ask(`/v21.0/me?access_token=${token}`);
    expect(codesOf(dead)).toEqual([190, 460]);
    expect(dead.headers.get('www-authenticate')).toContain('OAuth "Facebook Platform" "invalid_token"');
    const fresh = await userToken();
    await control({ action: 'expire-access-tokens' });
    expect(codesOf(await ask(`/v21.0/me?access_token=${fresh}`))).toEqual([190, 463]);
  });

  it('shows usage that grows, then refuses with the code for the kind of token', async () => {
    const token = await seeded(1);
    await control({ action: 'usage', limitPerHour: 2 });
    const call = () => ask(`/v21.0/${page}?access_token=${token}`);
    expect(JSON.parse((await call()).headers.get('x-business-use-case-usage') ?? '')[page][0]).toMatchObject({
      type: 'pages',
      call_count: 50,
    });
    await call();
    const over = await call();
    expect(codesOf(over)[0]).toBe(80001);
    expect(
      JSON.parse(over.headers.get('x-business-use-case-usage') ?? '')[page][0]
        .estimated_time_to_regain_access,
    ).toBe(60);
  });

  it('installs the app on a page', async () => {
    const token = await seeded(1);
    const path = `/v21.0/${page}/subscribed_apps?access_token=${token}`;
    expect((await ask(path)).body).toEqual({ data: [] });
    await ask(`${path}&subscribed_fields=ratings`, { method: 'POST' });
    expect(objectsIn((await ask(path)).body.data)).toMatchObject([{ subscribed_fields: ['ratings'] }]);
  });

  it('fails the next calls with the configured Graph code', async () => {
    const token = await userToken();
    await control({ action: 'fail', match: '/me', with: 'status', status: 400, code: 190, subcode: 460 });
    expect(codesOf(await ask(`/v21.0/me?access_token=${token}`))).toEqual([190, 460]);
    await control({ action: 'fail', match: '/me', with: 'status', status: 400, code: 613 });
    expect(codesOf(await ask(`/v21.0/me?access_token=${token}`))[0]).toBe(613);
    expect((await ask(`/v21.0/me?access_token=${token}`)).status).toBe(200);
  });
});
