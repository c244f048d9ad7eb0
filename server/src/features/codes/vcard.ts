/**
 * A digital card as vCard 3.0 (RFC 2426), the version that the most phones import. Lines end with CRLF and are folded at
 * 75 bytes, never within a character.
 */

export interface CardPerson {
  /** Required: a card without a name is not imported. */
  name: string;
  givenName?: string | undefined;
  familyName?: string | undefined;
  organization?: string | undefined;
  title?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  website?: string | undefined;
  address?:
    | {
        street?: string | undefined;
        city?: string | undefined;
        region?: string | undefined;
        postalCode?: string | undefined;
        country?: string | undefined;
      }
    | undefined;
  note?: string | undefined;
  /** A JPEG. */
  photo?: Uint8Array | undefined;
  changedAt: Date;
}

/** The media type of the answer that has the card. */
export const vCardType = 'text/vcard; charset=utf-8';
const lineBytes = 75;

export function vCard(person: CardPerson): string {
  const { address } = person;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${list([person.familyName ?? '', person.givenName ?? person.name, '', '', ''])}`,
    `FN:${escapeText(person.name)}`,
    ...line('ORG', person.organization),
    ...line('TITLE', person.title),
    ...line('TEL;TYPE=WORK,VOICE', person.phone),
    ...line('EMAIL;TYPE=INTERNET', person.email),
    ...line('URL', person.website),
  ];
  if (address !== undefined) {
    const { street, city, region, postalCode, country } = address;
    lines.push(`ADR;TYPE=WORK:${list(['', '', street, city, region, postalCode, country])}`);
  }
  lines.push(...line('NOTE', person.note));
  if (person.photo !== undefined)
    lines.push(`PHOTO;ENCODING=b;TYPE=JPEG:${Buffer.from(person.photo).toString('base64')}`);
  lines.push(`REV:${person.changedAt.toISOString().replace(/\.\d+Z$/, 'Z')}`, 'END:VCARD');
  return lines.map((one) => `${fold(one)}\r\n`).join('');
}

function line(name: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [`${name}:${escapeText(value)}`];
}

const list = (values: readonly (string | undefined)[]) =>
  values.map((value) => escapeText(value ?? '')).join(';');

/** Other control characters than line breaks cannot be written; a lone surrogate has no bytes. */
function escapeText(text: string): string {
  return text
    .replace(/[\\,;]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** A continued line begins with a space, which counts. */
function fold(text: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (bytes + size > lineBytes) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
