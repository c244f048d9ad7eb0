/**
 * Turns typed text into the content of the code. Trust rule: an address is http or https and has no user name in
 * front of its host, so that the code leads where the person reads that it leads.
 */

export const contentKinds = ['address', 'text'] as const;
export type ContentKind = (typeof contentKinds)[number];

export const contentProblems = ['empty', 'scheme', 'hidden', 'address'] as const;
export type ContentProblem = (typeof contentProblems)[number];
export type Content = { ok: true; value: string } | { ok: false; problem: ContentProblem };

const refuse = (problem: ContentProblem): Content => ({ ok: false, problem });

/**
 * An address is returned absolute and in ASCII (host in Punycode, path percent-encoded), with `https://` when it had
 * no scheme. A text is returned trimmed, in composed form (NFC), with lone surrogates replaced.
 */
export function readContent(kind: ContentKind, typed: string): Content {
  const trimmed = typed.trim();
  if (trimmed === '') return refuse('empty');
  if (kind === 'text') return { ok: true, value: trimmed.normalize('NFC').replace(/\p{Cs}/gu, '\ufffd') };
  return readAddress(trimmed);
}

function readAddress(typed: string): Content {
  // `example.com:8080` looks like a scheme, so the characters after the colon decide.
  const scheme = /^([a-z][a-z\d+.-]*):(?!\d+(?:[/?#]|$))/i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return refuse('scheme');
  const written = scheme === undefined ? `https://${typed.replace(/^\/+/, '')}` : typed;
  if (/\s/.test(written) || !URL.canParse(written)) return refuse('address');
  const url = new URL(written);
  if (url.username !== '' || url.password !== '') return refuse('hidden');
  if (!isHost(url.hostname)) return refuse('address');
  return { ok: true, value: url.href };
}

/** A name with a dot, or an IP address. No phone could open a single word, so it is a typing mistake. */
function isHost(host: string): boolean {
  return host.startsWith('[') || /^(?:[^.]+\.)+(?:[a-z]{2,}|xn--[a-z\d-]+|\d{1,3})$/i.test(host);
}

/** A file name with characters that every system accepts. */
export function fileName(value: string): string {
  const host = URL.canParse(value) ? new URL(value).hostname : '';
  const plain = host.replace(/^www\./, '').replace(/[^a-z\d.-]+/gi, '-');
  return plain === '' ? 'qr-code' : `qr-code-${plain.slice(0, 60)}`;
}
