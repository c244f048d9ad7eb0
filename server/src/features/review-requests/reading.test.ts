/** Lists of recipients as people have them, names in texts, links, and days of a campaign. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { atHour, dayOf } from '../../lib/time-zones.ts';
import { addressHash, maskAddress } from './addresses.ts';
import { fillName } from './invitation-mail.ts';
import {
  invitationToken,
  readInvitationToken,
  readUnsubscribeToken,
  recipientIdOf,
  unsubscribeToken,
} from './links.ts';
import { readRecipientText } from './read-recipients.ts';
import { daysLater, nextDayAt, zoneOf } from './schedule.ts';

async function people(text: string): Promise<string[]> {
  return (await readRecipientText(text)).found.map(({ name, email }) =>
    name === '' ? email : `${name} <${email}>`,
  );
}

describe('a list of recipients', () => {
  test.each([
    ['one address', 'ann@x.example', ['ann@x.example']],
    ['lines', 'ann@x.example\r\n\r\nbo@x.example\n', ['ann@x.example', 'bo@x.example']],
    [
      'a line of addresses',
      'ann@x.example, bo@x.example; cy@x.example',
      ['ann@x.example', 'bo@x.example', 'cy@x.example'],
    ],
    ['spaces', 'ann@x.example bo@x.example', ['ann@x.example', 'bo@x.example']],
    [
      'names of a mail program',
      '"Ann Lee" <ann@x.example>, Bo <bo@x.example>',
      ['Ann Lee <ann@x.example>', 'Bo <bo@x.example>'],
    ],
    ['links', 'mailto:ann@x.example', ['ann@x.example']],
    [
      'a table without headings',
      'Ann;ann@x.example\nBo;bo@x.example',
      ['Ann <ann@x.example>', 'Bo <bo@x.example>'],
    ],
    ['a byte order mark', '\uFEFFname,email\nAnn,ann@x.example', ['Ann <ann@x.example>']],
    ['quotes', 'E-Mail,Name\nann@x.example,"Lee, ""Ann"""', ['Lee, "Ann <ann@x.example>']],
    ['German', 'Nr.;Nachname;Vorname;E-Mail-Adresse\n1;Lee;Ann;ann@x.example', ['Ann Lee <ann@x.example>']],
    ['Spanish', 'Nombre;Apellidos;Correo electrónico\nAnn;Lee;ann@x.example', ['Ann Lee <ann@x.example>']],
    ['French', 'Prénom\tNom de famille\tCourriel\nAnn\tLee\tann@x.example', ['Ann Lee <ann@x.example>']],
    ['Dutch', 'Achternaam;Voornaam;E-mailadres\nLee;Ann;ann@x.example', ['Ann Lee <ann@x.example>']],
    ['Serbian', 'Ime;Prezime;Imejl\nAnn;Lee;ann@x.example', ['Ann Lee <ann@x.example>']],
    ['a separator line', 'sep=;\nName;Mail\nAnn;ann@x.example', ['Ann <ann@x.example>']],
    ['a lonely quote', '"Ann ann@x.example\nbo@x.example', ['ann@x.example', 'bo@x.example']],
    ['a name and an address', 'Ann Berg ann@x.example', ['ann@x.example']],
    [
      'a name and a number',
      'Guest <5@x.example>\nBo,6@x.example',
      ['Guest <5@x.example>', 'Bo <6@x.example>'],
    ],
    [
      'numbers after marks',
      '7@x.example\n- 8@x.example\nGuest: 9@x.example',
      ['7@x.example', '8@x.example', '9@x.example'],
    ],
    ['nothing', '  \n', []],
  ])('%s', async (_, text, expected) => {
    expect(await people(text)).toEqual(expected);
  });

  test('says which lines are none or doubled, ten of them', async () => {
    const bad = Array.from({ length: 15 }, (_, index) => `nobody ${index}`).join('\n');
    const { found, notAnAddress, doubled } = await readRecipientText(`a@x.example\n${bad}\nA@X.example\na@b`);
    expect(found).toHaveLength(1);
    expect(notAnAddress.count).toBe(16);
    expect(notAnAddress.first).toHaveLength(10);
    expect(notAnAddress.first[0]).toEqual({ line: 2, text: 'nobody 0' });
    expect(doubled).toEqual({ count: 1, first: [{ line: 17, text: 'A@X.example' }] });
  });

  test.each([
    'guest 5@x.example',
    'guest. 5@x.example',
    'Ann guest 4.5@x.example',
    'bo@y.example;guest 5@x.example',
  ])('invites no stranger for the address with a space in "%s"', async (text) => {
    const { found, notAnAddress } = await readRecipientText(`ann@x.example\n${text}`);
    expect(found.every(({ email }) => !email.includes('5@'))).toBe(true);
    expect(notAnAddress).toMatchObject({
      count: 1,
      first: [{ line: 2, text: expect.stringContaining('5@x.example') }],
    });
  });

  test('of the most characters is read in time, whatever is in it', async () => {
    const size = 512 * 1024;
    for (const text of [
      '@'.repeat(size),
      ','.repeat(size),
      '"'.repeat(size),
      'a@x.example,'.repeat(size / 12),
      ' <'.repeat(size / 2),
      `x${' '.repeat(size - 14)}5@x.example`,
    ]) {
      const started = performance.now();
      await readRecipientText(text);
      expect(performance.now() - started).toBeLessThan(10_000);
    }
  });
});

test.each([
  ['Dear {name}, how was it?', 'Dear Ann, how was it?', 'Dear, how was it?'],
  ['Hello, {name}!', 'Hello, Ann!', 'Hello!'],
  ['{name}, how was it?', 'Ann, how was it?', 'How was it?'],
  ['Hi\n{name} - élan', 'Hi\nAnn - élan', 'Hi\nÉlan'],
  ['{name}', 'Ann', '…'],
  ['No marker', 'No marker', 'No marker'],
])('the name in "%s"', (text, withName, without) => {
  expect(fillName(text, 'Ann')).toBe(withName);
  expect(fillName(text, null)).toBe(without);
});

test('a name with a dollar sign is put in as it is', () => {
  expect(fillName('Dear {name}', '$& $1')).toBe('Dear $& $1');
  expect(fillName(`x${' '.repeat(1_900)}x {name}`, null)).toHaveLength(1_902);
});

describe('links', () => {
  const [key, former] = [randomBytes(32), randomBytes(32)];
  const ref = { accountId: newId(), pipelineId: newId(), campaignId: newId(), position: 1999 };
  const address = { accountId: ref.accountId, hash: addressHash(ref.accountId, 'Ann@x.example') };

  test('are read with the key that made them, also a former one, and with no other', () => {
    for (const keys of [[key], [randomBytes(32), key]] as const) {
      expect(readInvitationToken([keys[0], ...keys.slice(1)], invitationToken([key], ref))).toEqual(ref);
      expect(readUnsubscribeToken([keys[0], ...keys.slice(1)], unsubscribeToken([key], address))).toEqual(
        address,
      );
    }
    expect(readInvitationToken([former], invitationToken([key], ref))).toBeNull();
    // A link of one kind is none of the other.
    expect(readUnsubscribeToken([key], invitationToken([key], ref))).toBeNull();
  });

  test('with one changed character lead nowhere', () => {
    for (const [token, read] of [
      [invitationToken([key], ref), readInvitationToken],
      [unsubscribeToken([key], address), readUnsubscribeToken],
    ] as const)
      for (let index = 0; index < token.length; index += 1) {
        const other = token[index] === 'A' ? 'B' : 'A';
        expect(read([key], token.slice(0, index) + other + token.slice(index + 1))).toBeNull();
      }
    for (const token of ['', 'a', '!'.repeat(64)]) expect(readInvitationToken([key], token)).toBeNull();
  });

  test('hold no address, and each recipient has an id of their own', () => {
    expect(unsubscribeToken([key], address)).toHaveLength(64);
    expect(addressHash(ref.accountId, ' ANN@X.example')).toEqual(address.hash);
    expect(addressHash(newId(), 'ann@x.example')).not.toEqual(address.hash);
    expect(maskAddress('Ann.Lee@X.example')).toBe('A***@x.example');
    expect(recipientIdOf(ref)).not.toBe(recipientIdOf({ ...ref, position: 1998 }));
  });
});

describe('days of a campaign', () => {
  const zone = 'Europe/Berlin';
  test('have the hour of the clocks, also on the days on which they change', () => {
    expect(atHour('2026-07-01', 9, zone).toISOString()).toBe('2026-07-01T07:00:00.000Z');
    // 02:00 does not exist on this day.
    expect(atHour('2026-03-29', 2, zone).toISOString()).toBe('2026-03-29T01:00:00.000Z');
    const start = new Date('2026-10-24T07:30:00Z');
    expect(nextDayAt(start, zone, start).toISOString()).toBe('2026-10-25T08:30:00.000Z');
    expect(daysLater(start, zone, start, 3).toISOString()).toBe('2026-10-27T08:30:00.000Z');
  });

  test('begin at midnight of the zone, and an unknown zone is that of the account', () => {
    expect(dayOf(new Date('2026-11-23T23:30:00Z'), zone)).toEqual({
      day: '2026-11-24',
      endsAt: new Date('2026-11-24T23:00:00Z'),
    });
    expect([zoneOf('Nowhere/Town', zone), zoneOf(null, zone), zoneOf('Asia/Tokyo', zone)]).toEqual([
      zone,
      zone,
      'Asia/Tokyo',
    ]);
  });
});
