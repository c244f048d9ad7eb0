import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';

/** The redirect address of the app under test; nothing listens there. */
export const redirectUri = 'http://localhost:4000/callback';
export const businessScope = 'https://www.googleapis.com/auth/business.manage';

/** A reply with its JSON, or `{}` when it has none. */
export type Answer = { status: number; headers: Headers; body: JsonObject };

/** Sends a form, as the token endpoints require. */
export async function postForm(url: string, form: Record<string, string>): Promise<Answer> {
  return readAnswer(
    await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }),
  );
}

/** Calls an API with a bearer token. */
export async function callApi(url: string, token: string, init: RequestInit = {}): Promise<Answer> {
  return readAnswer(await fetch(url, { ...init, headers: { authorization: `Bearer ${token}` } }));
}

/** Sends a control action, and fails when the simulator refuses it. */
export async function control(base: string, order: JsonObject): Promise<JsonObject> {
  const response = await fetch(`${base}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  const answer = await readAnswer(response);
  if (answer.status !== 200) throw new Error(`control: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Reads the control endpoint. */
export async function readControl(base: string, path: string): Promise<JsonObject> {
  return (await readAnswer(await fetch(`${base}/_control/${path}`))).body;
}

/** Switches a named fault on, or ends it with `off`. */
export function switchFault(base: string, name: string, more: JsonObject = {}): Promise<JsonObject> {
  return control(base, { action: 'fault', name, ...more });
}

/** Stops the simulator's time, so that a test counts its seconds exactly however slow the machine is. */
export function holdClock(base: string): Promise<JsonObject> {
  return control(base, { action: 'clock', at: new Date().toISOString(), hold: true });
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const json = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const value: unknown = json ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, body: isJsonObject(value) ? value : {} };
}

/** The query that the consent page is opened with. */
export function authorizeQuery(more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    client_id: 'kindling-local',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: `openid email ${businessScope}`,
    state: 'state-1',
    access_type: 'offline',
    prompt: 'consent',
    ...more,
  });
}

/** Submits the consent page and returns the address of the redirect. */
export async function submitConsentPage(
  base: string,
  answer: Record<string, string>,
  query = authorizeQuery(),
): Promise<URL> {
  const page = await fetch(`${base}/o/oauth2/v2/auth?${query}`);
  const sub = /name="sub" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const form = { request: query.toString(), sub, decision: 'allow', business: 'yes', ...answer };
  const response = await fetch(`${base}/o/oauth2/v2/auth/decision`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? 'http://nowhere.invalid/');
}

/** Exchanges a code; `more` replaces or adds form fields. */
export function exchange(base: string, code: string, more: Record<string, string> = {}): Promise<Answer> {
  return postForm(`${base}/token`, {
    grant_type: 'authorization_code',
    client_id: 'kindling-local',
    client_secret: 'kindling-local-secret',
    redirect_uri: redirectUri,
    code,
    ...more,
  });
}

/** Signs in: returns access and refresh token of the first person. */
export async function signIn(
  base: string,
  answer: Record<string, string> = {},
): Promise<{ access: string; refresh: string }> {
  const back = await submitConsentPage(base, answer);
  const tokens = await exchange(base, back.searchParams.get('code') ?? '');
  return {
    access: stringField(tokens.body, 'access_token') ?? '',
    refresh: stringField(tokens.body, 'refresh_token') ?? '',
  };
}
