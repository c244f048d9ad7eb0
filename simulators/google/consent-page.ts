import { escapeHtml, simulatorPage } from '../kit/html.ts';
import { type ConsentRequest, isBusinessScope } from './consent-request.ts';
import type { Person } from './data.ts';

const notice = 'This is Kindling’s local simulator of Google, no real account is used.';

/** The consent page. `request` is the query of the call, carried through the form. */
export function consentPage(asked: ConsentRequest, people: Person[], request: string): string {
  const chosen = people.find((person) => person.email === asked.loginHint) ?? people[0];
  const accounts = people.map(
    (
      person,
    ) => `<label class="choice"><input type="radio" name="sub" value="${escapeHtml(person.sub)}"${person === chosen ? ' checked' : ''} required>
<span>${escapeHtml(person.name)}<small>${escapeHtml(person.email)}</small></span></label>`,
  );
  const business = asked.scopes.some(isBusinessScope)
    ? `<label class="choice"><input type="checkbox" name="business" value="yes" checked>
<span>See, edit, create and delete your Google business listings<small>Needed to read reviews and to answer them. Untick it to try a partial grant.</small></span></label>`
    : '';
  return simulatorPage({
    title: 'Sign in with Google (local simulator)',
    notice,
    body: `<h1>Choose an account to continue to Kindling</h1>
<p class="soft">Kindling is asking for access to this account. After your choice you return to <code>${escapeHtml(new URL(asked.redirectUri).host)}</code>.</p>
<form method="post" action="/o/oauth2/v2/auth/decision">
<input type="hidden" name="request" value="${escapeHtml(request)}">
<fieldset><legend>Account</legend>${accounts.join('')}</fieldset>
<fieldset><legend>Kindling wants to</legend>${basicScopes(asked)}${business}</fieldset>
<div class="actions">
<button name="decision" value="deny" formnovalidate>Deny</button>
<button class="main" name="decision" value="allow">Allow</button>
</div>
</form>`,
  });
}

function basicScopes(asked: ConsentRequest): string {
  return asked.scopes.every(isBusinessScope)
    ? ''
    : '<p>Know who you are on Google (name and e-mail address)</p>';
}

/** Google's own error page: the app is not told. `messageHtml` is escaped already. */
export function errorPage(status: number, code: string, messageHtml: string): string {
  return simulatorPage({
    title: `Error ${status}: ${code}`,
    notice,
    body: `<h1>Access blocked: this app’s request is invalid</h1>
<p>${messageHtml}</p>
<p class="soft">Error ${status}: <code>${escapeHtml(code)}</code></p>`,
  });
}
