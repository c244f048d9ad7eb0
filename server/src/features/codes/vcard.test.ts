import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vCard, vCardType } from './vcard.ts';

const changedAt = new Date('2026-11-23T10:00:00.123Z');

test('a card of a person', () => {
  const card = vCard({
    name: 'Ana Jovanović',
    givenName: 'Ana',
    familyName: 'Jovanović',
    organization: 'Kafana, Žar; d.o.o.',
    phone: '+381 11 1234',
    email: 'ana@example.com',
    website: 'https://example.com/ana',
    address: { street: 'Knez Mihailova 1', city: 'Beograd', postalCode: '11000', country: 'RS' },
    note: 'Two\nlines \\ done',
    changedAt,
  });
  expect(card.split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Jovanović;Ana;;;',
    'FN:Ana Jovanović',
    'ORG:Kafana\\, Žar\\; d.o.o.',
    'TEL;TYPE=WORK,VOICE:+381 11 1234',
    'EMAIL;TYPE=INTERNET:ana@example.com',
    'URL:https://example.com/ana',
    'ADR;TYPE=WORK:;;Knez Mihailova 1;Beograd;;11000;RS',
    'NOTE:Two\\nlines \\\\ done',
    'REV:2026-11-23T10:00:00Z',
    'END:VCARD',
    '',
  ]);
});

test('the media type tells the encoding, which phones do not guess', () => {
  expect(vCardType).toBe('text/vcard; charset=utf-8');
});

test('a business without a person has its name as the given name, and empty fields no lines', () => {
  const card = vCard({ name: 'Café', organization: '', changedAt });
  expect(card).toContain('\r\nN:;Café;;;\r\n');
  expect(card).not.toContain('ORG');
});

/** What an importer does: unfold, split at the first colon, unescape. */
function read(card: string): Map<string, string> {
  const lines = card.replaceAll('\r\n ', '').split('\r\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      const value = line.slice(at + 1).replace(/\\(.)/g, (_, next: string) => (next === 'n' ? '\n' : next));
      return [line.slice(0, at), value];
    }),
  );
}

const typed = fc.string({
  unit: fc.oneof(
    fc.constantFrom(';', ',', '\\', ':', '\n', ' ', 'ć', '🙂'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 200,
});

test('any text is read back, adds no line of its own, and no line has more than 75 bytes', () => {
  fc.assert(
    fc.property(typed, typed, (name, note) => {
      const card = vCard({ name: `x${name}`, note: `x${note}`, changedAt });
      const fields = read(card);
      const stored = (text: string) =>
        `x${text}`
          .replace(/\r\n|[\r\u2028\u2029]/g, '\n')
          .replace(/(?!\n)\p{Cc}/gu, '')
          .replace(/\p{Cs}/gu, '\ufffd');
      expect([...fields.keys()].filter(Boolean)).toEqual([
        'BEGIN',
        'VERSION',
        'N',
        'FN',
        'NOTE',
        'REV',
        'END',
      ]);
      expect(fields.get('FN')).toBe(stored(name));
      expect(fields.get('NOTE')).toBe(stored(note));
      for (const line of card.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        // A character that was cut would not survive this.
        expect(Buffer.from(line).toString()).toBe(line);
      }
    }),
  );
});

test('a photo is folded base64', () => {
  const photo = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  const field = read(vCard({ name: 'A', photo, changedAt })).get('PHOTO;ENCODING=b;TYPE=JPEG') ?? '';
  expect(Buffer.from(field, 'base64')).toEqual(Buffer.from(photo));
});
