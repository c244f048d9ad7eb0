import { escapeHtml, simulatorPage } from '../kit/html.ts';
import type { Mail } from './store.ts';

const notice =
  'This is Kindling’s local mailbox. Mails sent by this installation arrive here and go nowhere else.';

/** Seconds between refreshes of the list: often enough to wait for a confirmation mail in front of it. */
const refreshSeconds = 5;

const style = `
main{max-width:60rem}
ul.mails{list-style:none;margin:1rem 0 0;padding:0;border-top:1px solid var(--line)}
ul.mails a{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;padding:.75rem .5rem;border-bottom:1px solid var(--line);color:inherit;text-decoration:none}
ul.mails a:hover{background:var(--ground)}
ul.mails strong{font-weight:600}
.head{display:flex;gap:1rem;align-items:baseline;justify-content:space-between;flex-wrap:wrap}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:1rem 0}
dt{color:var(--soft)}
dd{margin:0}
h2{font-size:1.0625rem;margin:1.5rem 0 .5rem}
pre{white-space:pre-wrap;background:var(--ground);padding:1rem;border-radius:.5rem;margin:0;font:.9375rem/1.5 ui-monospace,monospace}
iframe{inline-size:100%;block-size:32rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
`;

/** The list of mails, newest first. */
export function listPage(mails: Mail[]): string {
  const rows = mails.map(
    (mail) => `<li><a href="/mail/${escapeHtml(mail.id)}">
<strong>${escapeHtml(mail.subject || '(no subject)')}</strong><time datetime="${escapeHtml(mail.receivedAt)}" class="soft">${escapeHtml(shownTime(mail.receivedAt))}</time>
<span class="soft">To ${escapeHtml(mail.to.join(', '))}</span></a></li>`,
  );
  const list =
    rows.length > 0
      ? `<ul class="mails">${rows.join('')}</ul>`
      : '<p class="soft">No mail has arrived yet. This page looks again by itself.</p>';
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return simulatorPage({
    title: `Mailbox (${mails.length})`,
    notice,
    style,
    refreshSeconds,
    body: `<div class="head"><h1>Mailbox</h1><span class="soft">${count}</span></div>${list}`,
  });
}

/** One mail: headers, text, and the HTML part in a frame that may neither run scripts nor open anything but links. */
export function mailPage(mail: Mail): string {
  const facts = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Received', shownTime(mail.receivedAt)],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const headers = mail.headers.map((header) => `${header.name}: ${header.value}`).join('\n');
  const html =
    mail.html === null
      ? ''
      : `<h2 id="html">As HTML</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" aria-labelledby="html" src="/mail/${escapeHtml(mail.id)}/html"></iframe>`;
  return simulatorPage({
    title: mail.subject || '(no subject)',
    notice,
    style,
    body: `<p><a href="/">All mails</a></p><h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
<dl>${facts.join('')}</dl>
<h2>As text</h2><pre>${linked(mail.text || '(no text part)')}</pre>
${html}
<details><summary>All headers</summary><pre>${escapeHtml(headers)}</pre></details>`,
  });
}

/** The page for a mail that is not, or no longer, there. */
export function missingPage(): string {
  return simulatorPage({
    title: 'Mail not found',
    notice,
    style,
    body: '<h1>Mail not found</h1><p>It may have been deleted. <a href="/">All mails</a></p>',
  });
}

/** Escaped text with its http addresses as links: a confirmation link must be one click away. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) =>
      at % 2 === 1
        ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');
}

function shownTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
