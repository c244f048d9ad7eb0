/**
 * Reads what a mail server sends to the return address: a delivery status (RFC 3464) or a complaint (RFC 5965), both as
 * `multipart/report`. Everything in it is untrusted; only the Message-ID of the returned headers says which mail is meant, and
 * nobody can guess it.
 */
import PostalMime, { type Attachment } from 'postal-mime';
import type { MailReport } from './returned-mail.ts';

/** Bytes of a report that are read. Servers return at most the whole mail, and ours are small. */
export const maxReportBytes = 256 * 1024;
/** Parts of a message that are looked at; a report has three. */
const maxParts = 10;
/** Characters of a part that are looked at. */
const maxPartLength = 64 * 1024;

const returnedTypes = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
  'message/global',
];
const statusTypes = ['message/delivery-status', 'message/global-delivery-status'];
/** Kinds of complaints after which somebody wants no more mail. */
const complaints = ['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list'];

/** Null for a message that is no report, that is about a delay or a success, or that names no mail of ours. */
export async function readReport(message: Uint8Array): Promise<MailReport | null> {
  const parts = await readParts(message.subarray(0, maxReportBytes));
  if (parts === null) return null;
  const of = (types: readonly string[]) => parts.find(({ type }) => types.includes(type))?.text ?? null;
  const emailId = mailIdIn(of(returnedTypes));
  if (emailId === null) return null;
  const complaint = of(['message/feedback-report']);
  if (complaint !== null) {
    const kind = fieldsOf(complaint).get('feedback-type')?.toLowerCase() ?? '';
    return complaints.includes(kind) ? { emailId, kind: 'complained', status: null } : null;
  }
  const status = failedStatus(of(statusTypes));
  return status === null ? null : { emailId, kind: 'bounced', status };
}

interface Part {
  type: string;
  text: string;
}

async function readParts(message: Uint8Array): Promise<Part[] | null> {
  try {
    const parsed = await PostalMime.parse(message, {
      forceRfc822Attachments: true,
      maxNestingDepth: 8,
      maxHeadersSize: maxPartLength,
    });
    const contentType = parsed.headers.find(({ key }) => key === 'content-type')?.value ?? '';
    if (!/^\s*multipart\/report\s*;/i.test(contentType)) return null;
    return parsed.attachments.slice(0, maxParts).map(partOf);
  } catch {
    // Too deep, or headers without an end.
    return null;
  }
}

function partOf({ mimeType, content }: Attachment): Part {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  return { type: mimeType.toLowerCase(), text: bytes.subarray(0, maxPartLength).toString('latin1') };
}

/** The id in the Message-ID of the returned headers. */
function mailIdIn(returned: string | null): string | null {
  if (returned === null) return null;
  const id = fieldsOf(returned).get('message-id') ?? '';
  return /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^<>\s]+>$/.exec(id)?.[1] ?? null;
}

/** The status of the first recipient that failed for good; null for delays and successes. */
function failedStatus(report: string | null): string | null {
  if (report === null) return null;
  for (const group of report.split(/\r?\n[ \t]*\r?\n/).slice(0, maxParts)) {
    const fields = fieldsOf(group);
    const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
    if (fields.get('action')?.toLowerCase() === 'failed' && status?.startsWith('5.')) return status;
  }
  return null;
}

/** The first header block of a text, by the lower-case name; folded lines are joined, of several the first counts. */
function fieldsOf(text: string): Map<string, string> {
  const [block = ''] = text.replace(/^(?:[ \t]*\r?\n)+/, '').split(/\r?\n[ \t]*\r?\n/);
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
