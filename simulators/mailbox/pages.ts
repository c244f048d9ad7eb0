import { escapeHtml, simulatorPage } from '../kit/html.ts';
import { linkify } from './linkify.ts';
import type { Mail } from './store.ts';
import { style } from './style.ts';

const notice =
  'This is Kindling’s local mailbox. Mails sent by this installation arrive here and go nowhere else.';

/** Seconds between refreshes of the list: somebody waits for a confirmation mail. */
const refreshSeconds = 5;

const kinds = ['html', 'text', 'headers', 'source'] as const;
const schemes = ['light', 'dark'] as const;
/** Widths in px: of a phone, and the one that mails are designed for. */
const widths = ['390', '600', 'full'] as const;

/** Which part of a mail is shown, and how. */
export type View = {
  kind: (typeof kinds)[number];
  scheme: (typeof schemes)[number];
  width: (typeof widths)[number];
};

/** Reads the view from a query. The default is the HTML part (the text where there is none) in light colors. */
export function viewOf(mail: Mail, query: URLSearchParams): View {
  const pick = <T extends string>(choices: readonly T[], name: string, fallback: T): T =>
    choices.find((choice) => choice === query.get(name)) ?? fallback;
  return {
    kind: pick(kinds, 'view', mail.html === null ? 'text' : 'html'),
    scheme: pick(schemes, 'scheme', 'light'),
    width: pick(widths, 'width', 'full'),
  };
}

/**
 * The list of mails, newest first. With `search` (null without a search) only mails that contain every word. The page
 * refreshes itself only without a search, because a refresh would empty the search field.
 */
export function listPage(mails: Mail[], search: string | null): string {
  const found = search === null ? mails : mails.filter((mail) => matchesSearch(mail, search));
  const rows = found.map(
    (mail) => `<li><a href="/mail/${escapeHtml(mail.id)}">
<span class="what"><strong>${escapeHtml(mail.subject || '(no subject)')}</strong><span class="soft">${escapeHtml(previewText(mail))}</span></span>
<span class="to">${escapeHtml(mail.to.join(', '))}</span>
<time datetime="${escapeHtml(mail.receivedAt)}" class="soft">${escapeHtml(shownTime(mail.receivedAt))}</time></a></li>`,
  );
  const empty =
    search === null || mails.length === 0
      ? ['No mail yet', 'What this installation sends arrives here. The list looks again by itself.']
      : ['Nothing found', 'No mail holds all of these words.'];
  const list =
    rows.length > 0
      ? `<ul class="mails">${rows.join('')}</ul>`
      : `<div class="empty"><h2>${empty[0]}</h2><p class="soft">${empty[1]}</p></div>`;
  const all = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return simulatorPage({
    title: `Mailbox (${mails.length})`,
    notice,
    style,
    ...(search === null ? { refreshSeconds } : {}),
    body: `<header class="head"><h1>Mailbox <span class="soft">${search === null ? all : `${found.length} of ${all}`}</span></h1>
${search === null ? '<a href="/?q=">Search</a>' : searchForm(search)}</header>${list}`,
  });
}

function searchForm(search: string): string {
  return `<form class="search" role="search" action="/"><input type="search" name="q" value="${escapeHtml(search)}" placeholder="Address, subject, text" aria-label="Search" autofocus><button>Search</button><a href="/">All mails</a></form>`;
}

function matchesSearch(mail: Mail, search: string): boolean {
  const text = `${mail.from} ${mail.to.join(' ')} ${mail.subject} ${mail.text}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The beginning of the text, to distinguish mails with the same subject. */
function previewText(mail: Mail): string {
  return mail.text.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
}

/** One mail: its addresses, its time and one of its parts. Text is escaped; the HTML part is in a frame without scripts. */
export function mailPage(mail: Mail, source: string, view: View): string {
  const facts = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Received', shownTime(mail.receivedAt)],
  ].map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return simulatorPage({
    title: mail.subject || '(no subject)',
    notice,
    style,
    body: `<p class="back"><a href="/">All mails</a></p>
<h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
<dl>${facts.join('')}</dl>
<div class="bar"><nav class="tabs" aria-label="Form">${kinds.map((kind) => tab(view, { kind }, kindNames[kind])).join('')}</nav>
${view.kind === 'html' ? viewSwitches(view) : ''}</div>
${contentOf(mail, source, view)}`,
  });
}

const kindNames: Record<View['kind'], string> = {
  html: 'HTML',
  text: 'Text',
  headers: 'Headers',
  source: 'Source',
};

function viewSwitches(view: View): string {
  const scheme = schemes.map((one) => tab(view, { scheme: one }, one === 'light' ? 'Light' : 'Dark'));
  const width = widths.map((one) => tab(view, { width: one }, one === 'full' ? 'Full' : `${one} px`));
  return `<nav class="tabs" aria-label="Colors">${scheme.join('')}</nav><nav class="tabs" aria-label="Width">${width.join('')}</nav>`;
}

/** A link to the same mail with one thing about the view changed. */
function tab(view: View, change: Partial<View>, label: string): string {
  const next = { ...view, ...change };
  const current = next.kind === view.kind && next.scheme === view.scheme && next.width === view.width;
  const address = `?view=${next.kind}&amp;scheme=${next.scheme}&amp;width=${next.width}`;
  return `<a href="${address}"${current ? ' aria-current="true"' : ''}>${label}</a>`;
}

function contentOf(mail: Mail, source: string, view: View): string {
  if (view.kind === 'text') return `<pre>${linkify(mail.text || '(no text part)')}</pre>`;
  if (view.kind === 'source') return `<pre class="code">${escapeHtml(source)}</pre>`;
  if (view.kind === 'headers') {
    const rows = mail.headers.map(
      ({ name, value }) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
    );
    return `<table class="headers"><tbody>${rows.join('')}</tbody></table>`;
  }
  if (mail.html === null) return '<p class="soft">This mail has no HTML part.</p>';
  return `<div class="stage ${view.scheme}"><iframe class="w${view.width}" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${escapeHtml(mail.id)}/html?scheme=${view.scheme}"></iframe></div>`;
}

/** The page for a mail that does not exist. */
export function missingPage(): string {
  return simulatorPage({
    title: 'Mail not found',
    notice,
    style,
    body: '<h1>Mail not found</h1><p>It may have been deleted. <a href="/">All mails</a></p>',
  });
}

function shownTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
