import { randomBytes } from 'node:crypto';
import { type Call, formOf } from '../kit/call.ts';
import { escapeHtml, simulatorPage } from '../kit/html.ts';
import { stringField } from '../kit/json-object.ts';
import { isAllowedRedirect } from '../kit/redirect-uri.ts';
import { HttpError, type HttpResponse, htmlResponse, redirectResponse } from '../kit/response.ts';
import type { Person } from './data.ts';
import { type FacebookState, findPage } from './state.ts';

/** Permissions that an app may request; the first two are always granted. */
const permissions: Record<string, string> = {
  public_profile: 'Your name',
  email: 'Your e-mail address',
  pages_show_list: 'See the list of Pages you manage',
  pages_read_engagement: 'Read content posted on the Page',
  pages_read_user_content: 'Read recommendations and comments on the Page',
  pages_manage_metadata: 'Be told about changes on the Page',
  pages_manage_engagement: 'Comment as the Page',
  business_management: 'Manage your business',
};

const codeLifeMs = 10 * 60 * 1000;
const notice = 'This is Kindling’s local simulator of Facebook, no real account is used.';

type LoginRequest = { redirectUri: string; scopes: string[]; state: string | null; allOrNone: boolean };

/** `GET /{version}/dialog/oauth`: the login dialog, or an error page without a redirect. */
export function showDialog(state: FacebookState, call: Call): HttpResponse {
  const asked = readLoginRequest(state, call.query);
  return htmlResponse(200, dialogPage(state, asked, call));
}

/** `POST /{version}/dialog/oauth/decision`: the person's answer, back to the app. */
export function submitDialog(state: FacebookState, call: Call): HttpResponse {
  const form = formOf(call);
  const asked = readLoginRequest(state, new URLSearchParams(form.get('request') ?? ''));
  if (form.get('decision') !== 'allow') {
    return redirectBack(asked, {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    });
  }
  const person = state.data.people.find((known) => known.id === form.get('user'));
  if (!person) throw dialogError('Choose one of the people.');
  const granted = asked.scopes.filter(
    (scope) => asked.allOrNone || isBasic(scope) || form.getAll('scope').includes(scope),
  );
  const code = `AQ${randomBytes(48).toString('base64url')}`;
  state.codes.set(code, {
    user: person.id,
    scopes: granted,
    declined: asked.scopes.filter((scope) => !granted.includes(scope)),
    pages: person.pages.filter((page) => form.getAll('page').includes(page)),
    expires: state.clock.now() + codeLifeMs,
    redirectUri: asked.redirectUri,
    used: false,
  });
  return redirectBack(asked, { code });
}

function readLoginRequest(state: FacebookState, query: URLSearchParams): LoginRequest {
  if (query.get('client_id') !== state.app.id)
    throw dialogError('Invalid App ID: the provided app ID does not look like a valid app ID.');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isAllowedRedirect(redirectUri, state.publicUrl)) {
    throw dialogError(
      'URL blocked: this redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.',
    );
  }
  const allOrNone = query.has('config_id');
  const wanted = allOrNone
    ? Object.keys(permissions)
    : ['public_profile', ...(query.get('scope') ?? '').split(/[ ,]+/).filter((scope) => scope !== '')];
  const unknown = wanted.filter((scope) => !Object.hasOwn(permissions, scope));
  if (unknown.length > 0) throw dialogError(`Invalid Scopes: ${unknown.join(', ')}.`);
  return { redirectUri, scopes: [...new Set(wanted)], state: query.get('state'), allOrNone };
}

function isBasic(scope: string): boolean {
  return scope === 'public_profile' || scope === 'email';
}

function redirectBack(asked: LoginRequest, answer: Record<string, string>): HttpResponse {
  const url = new URL(asked.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (asked.state !== null) url.searchParams.set('state', asked.state);
  // Facebook appends this fragment to every successful redirect, so the app must ignore it.
  if (answer.code) url.hash = '_=_';
  return redirectResponse(url.toString());
}

function dialogError(message: string): HttpError {
  const body = `<h1>Sorry, something went wrong</h1><p>${escapeHtml(message)}</p>`;
  return new HttpError(
    htmlResponse(400, simulatorPage({ title: 'Facebook (local simulator)', notice, body })),
  );
}

function dialogPage(state: FacebookState, asked: LoginRequest, call: Call): string {
  const people = state.data.people.map(
    (
      person,
      at,
    ) => `<label class="choice"><input type="radio" name="user" value="${escapeHtml(person.id)}"${at === 0 ? ' checked' : ''} required>
<span>${escapeHtml(person.name)}<small>${escapeHtml(person.email)}</small></span></label>`,
  );
  const optional = asked.scopes.filter((scope) => !isBasic(scope));
  const scopes = optional.map((scope) =>
    asked.allOrNone
      ? `<p>${escapeHtml(permissions[scope] ?? scope)}</p>`
      : choice('scope', scope, permissions[scope] ?? scope, scope),
  );
  return simulatorPage({
    title: 'Log in with Facebook (local simulator)',
    notice,
    style: ':root{--accent:#0866ff}@media (prefers-color-scheme:dark){:root{--accent:#8ab4ff}}',
    body: `<h1>Continue to Kindling as…</h1>
<p class="soft">Kindling is asking for access to your Pages. After your choice you return to <code>${escapeHtml(new URL(asked.redirectUri).host)}</code>.</p>
<form method="post" action="${escapeHtml(call.path)}/decision">
<input type="hidden" name="request" value="${escapeHtml(call.query.toString())}">
<fieldset><legend>Person</legend>${people.join('')}</fieldset>
<fieldset><legend>Choose the Pages that Kindling may use</legend>${pageChoices(state, state.data.people)}</fieldset>
<fieldset><legend>What Kindling may do</legend>${scopes.join('') || '<p>See your name</p>'}</fieldset>
<div class="actions">
<button name="decision" value="deny" formnovalidate>Cancel</button>
<button class="main" name="decision" value="allow">Continue</button>
</div>
</form>`,
  });
}

function pageChoices(state: FacebookState, people: Person[]): string {
  const ids = [...new Set(people.flatMap((person) => person.pages))];
  const choices = ids.map((id) => {
    const page = findPage(state, id) ?? {};
    return choice('page', id, stringField(page, 'name') ?? id, stringField(page, 'category') ?? '');
  });
  return choices.join('') || '<p class="soft">There are no Pages.</p>';
}

function choice(name: string, value: string, label: string, small: string): string {
  return `<label class="choice"><input type="checkbox" name="${name}" value="${escapeHtml(value)}" checked>
<span>${escapeHtml(label)}<small>${escapeHtml(small)}</small></span></label>`;
}
