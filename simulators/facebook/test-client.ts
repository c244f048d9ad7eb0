import { isJsonObject, type JsonObject, objectsIn, stringField } from '../kit/json-object.ts';

/** The redirect address of the app under test; nothing listens there. */
export const redirectUri = 'http://localhost:4000/callback';
export const client = { client_id: 'kindling-local', client_secret: 'kindling-local-secret' };
export const appToken = `${client.client_id}|${client.client_secret}`;
export const scope = 'pages_show_list,pages_read_user_content,pages_manage_engagement,pages_manage_metadata';

/** A reply with its JSON. */
export type Answer = { status: number; headers: Headers; body: JsonObject };

/** Calls the simulator at `base`; `path` may also be a whole address, as `next` is one. */
export async function callApi(base: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path.startsWith('http') ? path : `${base}${path}`, init);
  const value: unknown = await response.json();
  return { status: response.status, headers: response.headers, body: isJsonObject(value) ? value : {} };
}

/** Sends a control action, and fails when the simulator refuses it. */
export async function control(base: string, order: JsonObject): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json' };
  const answer = await callApi(base, '/_control', { method: 'POST', headers, body: JSON.stringify(order) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Switches a named fault on, or ends it with `off`. */
export function switchFault(base: string, name: string, more: JsonObject = {}): Promise<JsonObject> {
  return control(base, { action: 'fault', name, ...more });
}

export const errorOf = (answer: Answer): JsonObject =>
  isJsonObject(answer.body.error) ? answer.body.error : {};
export const codesOf = (answer: Answer) => [errorOf(answer).code, errorOf(answer).error_subcode];

/** Opens the dialog and submits it with every permission except those in `untick`. */
export async function submitLoginDialog(
  base: string,
  decision: 'allow' | 'deny',
  untick: string[] = [],
  more: Record<string, string> = { scope },
): Promise<URL> {
  const request = new URLSearchParams({
    client_id: 'kindling-local',
    redirect_uri: redirectUri,
    state: 's',
    response_type: 'code',
    ...more,
  });
  const html = await (await fetch(`${base}/v21.0/dialog/oauth?${request}`)).text();
  const form = new URLSearchParams({ request: request.toString(), decision });
  for (const [, name = '', value = ''] of html.matchAll(/name="(user|page|scope)" value="([^"]+)"/g)) {
    if (!untick.includes(value)) form.append(name, value);
  }
  const answer = await fetch(`${base}/v21.0/dialog/oauth/decision`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location') ?? 'http://nowhere.invalid/');
}

/** Exchanges a code; `more` replaces or adds parameters. */
export function exchange(base: string, code: string, more: Record<string, string> = {}): Promise<Answer> {
  const query = new URLSearchParams({ ...client, redirect_uri: redirectUri, code, ...more });
  return callApi(base, `/v21.0/oauth/access_token?${query}`);
}

/** A long-lived token of the first person. */
export async function userToken(base: string, untick: string[] = []): Promise<string> {
  const back = await submitLoginDialog(base, 'allow', untick);
  const short = await exchange(base, back.searchParams.get('code') ?? '');
  const query = new URLSearchParams({
    ...client,
    grant_type: 'fb_exchange_token',
    fb_exchange_token: stringField(short.body, 'access_token') ?? '',
  });
  return stringField((await callApi(base, `/v21.0/oauth/access_token?${query}`)).body, 'access_token') ?? '';
}

/** A token of the page with this id. */
export async function pageToken(base: string, id: string, untick: string[] = []): Promise<string> {
  const { body } = await callApi(base, `/v21.0/me/accounts?access_token=${await userToken(base, untick)}`);
  return stringField(objectsIn(body.data).find((item) => item.id === id) ?? {}, 'access_token') ?? '';
}
