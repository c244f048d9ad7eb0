/**
 * Accounts, sign-ins and connections by requests only, for tests about something else. They send what the pages send,
 * with the cookies of the page's context, and open no page. After them `goto('/dashboard')` shows the app signed in.
 * Tests of sign-up, sign-in or connecting use the pages (`people.ts`).
 */
import { createHash, randomBytes } from 'node:crypto';
import { apiRoot, versionedApiRoot } from '@kindling/contract/api-address';
import type { AppConfig } from '@kindling/contract/app';
import type { AvailableListing, Connection } from '@kindling/contract/connections';
import { type APIResponse, expect, type Page } from '@playwright/test';
import { linkFromMail, newPerson, type Person } from './people.ts';
import type { Product } from './product.ts';

/** What the exchange of an authorization code needs. */
interface AuthorizationRequest {
  auth: AppConfig['auth'];
  verifier: string;
  redirectUri: string;
}

/** Expects a success after all redirects. */
async function expectSuccess(answer: APIResponse): Promise<APIResponse> {
  expect(answer.ok(), `${answer.status()} ${answer.url()}\n${await answer.text()}`).toBe(true);
  return answer;
}

/**
 * Starts a sign-in as the app's library does.
 * @param extra `screen_hint` or `prompt`
 * @returns the address after the sign-in service's redirects
 */
async function authorize(
  page: Page,
  { url }: Product,
  extra: Readonly<Record<string, string>>,
): Promise<{ grant: AuthorizationRequest; end: string }> {
  const config = await expectSuccess(await page.request.get(`${url}${versionedApiRoot}/config`));
  const { auth } = (await config.json()) as AppConfig;
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${url}/dashboard`;
  const answer = await expectSuccess(
    await page.request.get(`${auth.domain}/authorize`, {
      params: {
        client_id: auth.clientId,
        audience: auth.audience,
        scope: 'openid profile email offline_access',
        redirect_uri: redirectUri,
        response_type: 'code',
        response_mode: 'query',
        state: randomBytes(16).toString('hex'),
        nonce: randomBytes(16).toString('hex'),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ui_locales: 'en',
        ...extra,
      },
    }),
  );
  return { grant: { auth, verifier, redirectUri }, end: answer.url() };
}

/** Exchanges the code in the address for an access token. */
async function exchange(
  page: Page,
  { auth, verifier, redirectUri }: AuthorizationRequest,
  address: string,
): Promise<string> {
  const code = new URL(address).searchParams.get('code');
  expect(code, `a code in ${address}`).not.toBeNull();
  const answer = await expectSuccess(
    await page.request.post(`${auth.domain}/oauth/token`, {
      form: {
        grant_type: 'authorization_code',
        client_id: auth.clientId,
        code: code ?? '',
        code_verifier: verifier,
        redirect_uri: redirectUri,
      },
    }),
  );
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Sends a form of the sign-in service as its own page does. */
async function sendForm(page: Page, address: string, form: Record<string, string>): Promise<APIResponse> {
  const { origin } = new URL(address);
  return expectSuccess(
    await page.request.post(address, { form, headers: { origin, 'sec-fetch-site': 'same-origin' } }),
  );
}

/** Sends one of the calls of the sign-in sequence, whose addresses have no version. */
async function postAs(
  page: Page,
  { url }: Product,
  token: string,
  path: string,
  data: object,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await expectSuccess(await page.request.post(`${url}${apiRoot}${path}`, { headers, data }));
}

/** What the app does with the code: creates our user record and sets the library's cookie for a signed-in user. */
async function finishSignIn(
  page: Page,
  product: Product,
  { email, grant, end }: { email: string; grant: AuthorizationRequest; end: string },
  register: (token: string) => Promise<void> = async () => {},
): Promise<void> {
  const token = await exchange(page, grant, end);
  await register(token);
  await postAs(page, product, token, '/users/savelogin', { useremail: email, userToken: token });
  await page
    .context()
    .addCookies([{ name: `auth0.${grant.auth.clientId}.is.authenticated`, value: 'true', url: product.url }]);
}

/** Creates a confirmed account and signs it in in the page's context, as `signUp` of `people.ts` does. */
export async function signUpByRequest(
  page: Page,
  product: Product,
  person: Person = newPerson(),
): Promise<Person> {
  const { email, name, password } = person;
  const { grant, end } = await authorize(page, product, { screen_hint: 'signup' });
  await sendForm(page, end, { name, email, password });
  const link = await linkFromMail(page.request, product, email, /^Confirm/);
  const confirmed = await expectSuccess(await page.request.get(link));
  await finishSignIn(page, product, { email, grant, end: confirmed.url() }, async (token) => {
    const [, body = ''] = token.split('.');
    const { sub } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { sub: string };
    await postAs(page, product, token, '/users/adduser', { sub, email, name });
  });
  return person;
}

/** Signs the person in in the page's context, as `signIn` of `people.ts` does. */
export async function signInByRequest(
  page: Page,
  product: Product,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const { grant, end } = await authorize(page, product, {});
  const answer = await sendForm(page, end, { email, password });
  await finishSignIn(page, product, { email, grant, end: answer.url() });
}

/** Calls our API as the person who is signed in in the page's context. */
export type Api = <T>(method: string, path: string, data?: object) => Promise<T>;

export async function apiOf(page: Page, product: Product): Promise<Api> {
  const { grant, end } = await authorize(page, product, { prompt: 'none' });
  const headers = { authorization: `Bearer ${await exchange(page, grant, end)}` };
  return async <T>(method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(`${product.url}${versionedApiRoot}${path}`, {
      method,
      headers,
      data,
    });
    return (await (await expectSuccess(answer)).json()) as T;
  };
}

/** Connects a platform and waits until all listings were synced once, as `connect` of `people.ts` does. */
export async function connectByRequest(
  page: Page,
  product: Product,
  platform: 'Google' | 'Facebook',
): Promise<void> {
  const api = await apiOf(page, product);
  const start = await api<{ url: string }>('POST', `/connections/authorize/${platform.toLowerCase()}`, {});
  const id = await giveConsent(page, start.url);
  const { listings } = await api<{ listings: AvailableListing[] }>('GET', `/connections/${id}/available`);
  const externalIds = listings.filter(({ readable }) => readable).map(({ externalId }) => externalId);
  await api('PUT', `/connections/${id}/listings`, { externalIds });
  const outcomes = async () => {
    const { connections } = await api<{ connections: Connection[] }>('GET', '/connections');
    const read = connections.find((connection) => connection.id === id)?.listings ?? [];
    return read.map(({ lastRun }) => lastRun?.outcome);
  };
  await expect.poll(outcomes, { intervals: [100, 250] }).toEqual(externalIds.map(() => 'succeeded'));
}

/** Grants everything on a simulator's consent page and returns to the app. @returns the connection's id */
async function giveConsent(page: Page, address: string): Promise<string> {
  const consent = await expectSuccess(await page.request.get(address));
  const { action, fields } = readForm(await consent.text());
  const answer = await expectSuccess(
    await page.request.post(new URL(action, consent.url()).href, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      data: `${fields}`,
    }),
  );
  const id = new URL(answer.url()).searchParams.get('connection');
  expect(id, `a connection in ${answer.url()}`).not.toBeNull();
  return id ?? '';
}

/** The fields of the form with consent: hidden fields, checked boxes and the selected account. */
function readForm(html: string): { action: string; fields: URLSearchParams } {
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name === undefined || !(input.includes('type="hidden"') || /\schecked/.test(input))) continue;
    fields.append(name, unescapeHtml(/value="([^"]*)"/.exec(input)?.[1] ?? ''));
  }
  fields.append('decision', 'allow');
  return { action: unescapeHtml(/<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? ''), fields };
}

/** The simulators use numeric entities. */
const unescapeHtml = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
