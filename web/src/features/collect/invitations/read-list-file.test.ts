import { requestLimits } from '@kindling/contract/review-request-limits';
import { describe, expect, test } from 'vitest';
import { readListFile } from './read-list-file.ts';

const fileOf = (...parts: BlobPart[]) => new File(parts, 'list.csv');
const list = 'email;name\nzoe@example.com;Zoë Müller';

describe('the text of a list', () => {
  test.each([
    ['UTF-8', fileOf(list)],
    ['UTF-8 with its mark', fileOf('\uFEFF', list)],
    ['UTF-16', fileOf(new Uint8Array([0xff, 0xfe]), Buffer.from(list, 'utf16le'))],
    ['the Western code page', fileOf(Buffer.from(list, 'latin1'))],
  ])('is read as %s', async (_name, file) => {
    expect(await readListFile(file)).toEqual({ text: list });
  });

  test.each([
    ['an empty file', fileOf(''), 'empty'],
    ['a file of blanks', fileOf(' \n'), 'empty'],
    ['a spreadsheet', fileOf(new Uint8Array([0x50, 0x4b, 3, 4, 20])), 'spreadsheet'],
    ['an old spreadsheet', fileOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])), 'spreadsheet'],
    ['too much text', fileOf('a'.repeat(requestLimits.textBytes + 1)), 'tooLarge'],
  ])('says what is wrong with %s', async (_name, file, problem) => {
    expect(await readListFile(file)).toEqual({ problem });
  });
});
