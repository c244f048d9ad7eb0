/** What an invitation or its reminder says, as a request of the mail slice. */
import type { Language } from '@kindling/contract/constants';
import type { ConsentBasis } from '@kindling/contract/review-request-limits';
import { idFromKey } from '../../lib/ids.ts';
import { printableName } from '../../lib/printable-name.ts';
import type { MailRequest } from '../mail/index.ts';
import { addressHash } from './addresses.ts';
import type { ReviewRequestsDeps } from './deps.ts';
import { unsubscribeToken } from './links.ts';

export interface InvitationText {
  language: Language;
  subject: string;
  message: string;
  postalAddress: string;
  /** Null in a preview: then the mail says that they are a customer. */
  consentBasis: ConsentBasis | null;
  reminder: boolean;
}

export interface InvitationTo {
  accountId: string;
  email: string;
  name: string | null;
  business: { name: string; color: string | null };
  /** Path of the page that the button opens. */
  path: string;
  replyTo: string;
}

export function invitationMail(
  { publicUrl, linkKeys }: Pick<ReviewRequestsDeps, 'publicUrl' | 'linkKeys'>,
  text: InvitationText,
  to: InvitationTo,
): Extract<MailRequest, { kind: 'review-request' }> {
  const { accountId, email, business } = to;
  const name = printableName(to.name);
  const token = unsubscribeToken(linkKeys, { accountId, hash: addressHash(accountId, email) });
  return {
    kind: 'review-request',
    to: email,
    locale: text.language,
    name,
    accountId,
    businessName: business.name.slice(0, 1000),
    businessColor: business.color,
    subject: fillName(text.subject, name),
    message: fillName(text.message, name),
    postalAddress: text.postalAddress,
    basis: text.consentBasis ?? 'customer',
    reminder: text.reminder,
    link: `${publicUrl}${to.path}`,
    unsubscribe: `${publicUrl}/u/${token}`,
    replyTo: to.replyTo,
  };
}

const marker = /\{name\}/g;

/**
 * Puts the name at `{name}`. Without a name the marker falls away with the space or comma before it, and at the start of a
 * line with what separates it from the rest: "Dear {name}," becomes "Dear,", and "{name}, thank you" becomes "Thank you".
 */
export function fillName(text: string, name: string | null): string {
  if (name !== null) return text.replaceAll(marker, () => name);
  const pieces = text
    .replaceAll(/^\{name\}[\s,!:–-]*(\p{L}?)/gmu, (_, first: string) => first.toLocaleUpperCase())
    .split(marker);
  const filled = pieces
    .map((piece, index) => (index === pieces.length - 1 ? piece : withoutSeparator(piece)))
    .join('');
  return filled.trim() === '' ? text.replaceAll(marker, '…') : filled;
}

/** Without the comma and the spaces at the end. A pattern for it would take very long for a text of spaces. */
function withoutSeparator(text: string): string {
  const trimmed = withoutSpaces(text);
  return trimmed.endsWith(',') ? withoutSpaces(trimmed.slice(0, -1)) : trimmed;
}

function withoutSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && /[^\S\n]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Not to be guessed, because whoever knows it could report the mail as returned. The same for a repeated attempt. */
export function mailIdOf(
  { mailIdKey }: Pick<ReviewRequestsDeps, 'mailIdKey'>,
  accountId: string,
  recipientId: string,
  kind: 'invitation' | 'reminder',
): string {
  return idFromKey(`${mailIdKey} ${accountId} ${recipientId} ${kind}`);
}
