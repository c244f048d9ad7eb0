/** Reads addresses and names from a CSV file or pasted text: one row per person, or any list of addresses. */
import { reachableEmailSchema } from '@kindling/contract/common';
import { requestLimits } from '@kindling/contract/review-request-limits';
import { type Invitee, inviteeSchema } from '@kindling/contract/review-requests';
import { guessSeparator, readTable, type TableRow, UnreadableFileError } from '../imports/index.ts';
import { normalizeAddress } from './addresses.ts';

export interface LeftOutLines {
  count: number;
  first: { line: number; text: string }[];
}

/** Somebody of the text, with the line that named them. */
export interface FoundInvitee extends Invitee {
  line: number;
}

export interface ReadText {
  found: FoundInvitee[];
  notAnAddress: LeftOutLines;
  doubled: LeftOutLines;
}

/** Characters of a line that is shown. */
const shownLength = 100;
const rowsPerPause = 500;

/** Headings of the column with addresses and of those with names, in the languages of the product. */
const emailHeading =
  /^(?:e-?mail|mail|correo|courriel|imejl|mejl|el\.? ?pošta|adresse mail)\b|e-?mail|correo electr|courriel|e-?pošta|imejl/iu;
const nameHeading =
  /\b(?:name|first|last|vorname|nachname|nombre|apellidos?|nom|prénom|prenom|naam|voornaam|achternaam|ime|prezime|kunde|cliente?|client|klant|kupac|customer)/iu;
const lastNameHeading =
  /\b(?:last|surname|family|nachname|familienname|apellidos?|nom de famille|achternaam|prezime)\b/iu;

/** A word with an @, from its beginning: bounds and boundaries keep a long text without any from taking long. */
const addressPattern =
  /(?<![^\s<>"',;()[\]|])[^\s<>"',;()[\]|]{1,64}@[^\s<>"',;()[\]|]{1,255}(?![^\s<>"',;()[\]|])/g;
/** Characters of a name before it is cleaned. */
const rawNameLength = 400;

export function leaveOut(lines: LeftOutLines, line: number, text: string): void {
  lines.count += 1;
  if (lines.first.length < requestLimits.linesShown)
    lines.first.push({ line, text: text.slice(0, shownLength) });
}

export function noLines(): LeftOutLines {
  return { count: 0, first: [] };
}

export async function readRecipientText(text: string): Promise<ReadText> {
  const result: ReadText = { found: [], notAnAddress: noLines(), doubled: noLines() };
  const known = new Set<string>();
  let columns: Columns | null = null;
  let isFirst = true;
  for await (const rows of readRows(
    text
      .replace(/^\uFEFF/, '')
      .toWellFormed()
      .replaceAll('\0', ''),
  )) {
    for (const row of rows) {
      if (row.cells.every((cell) => cell.trim() === '') || isSeparatorLine(row)) continue;
      if (isFirst) {
        isFirst = false;
        columns = readHeadings(row.cells);
        if (columns !== null) continue;
      }
      const people = columns === null ? peopleOfRow(row.cells) : [personOfColumns(row.cells, columns)];
      if (people.length === 0) leaveOut(result.notAnAddress, row.line, row.cells.join(' '));
      for (const person of people) addPerson(result, known, row.line, person);
    }
    // Other requests run between the pages.
    await new Promise(setImmediate);
  }
  return result;
}

/** Excel writes its separator into a first line. */
function isSeparatorLine({ line, cells }: TableRow): boolean {
  return line === 1 && /^sep=/i.test(cells[0] ?? '');
}

interface Person {
  email: string;
  name: string;
}

function addPerson(result: ReadText, known: Set<string>, line: number, { email, name }: Person): void {
  const address = email.replace(/^mailto:/i, '').replace(/\.$/, '');
  if (!reachableEmailSchema.safeParse(address).success) {
    leaveOut(result.notAnAddress, line, address === '' ? name : address);
    return;
  }
  const key = normalizeAddress(address);
  if (known.has(key)) {
    leaveOut(result.doubled, line, address);
    return;
  }
  known.add(key);
  result.found.push({ email: address, name: cleanName(name), line });
}

function cleanName(text: string): string {
  const name = text
    .slice(0, rawNameLength)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^["'\s]+|["'\s]+$/g, '')
    .slice(0, requestLimits.nameLength)
    .trim();
  return inviteeSchema.shape.name.safeParse(name).data ?? '';
}

interface Columns {
  email: number;
  /** First name before last name. */
  names: readonly number[];
}

/** Null where the first row is no heading: then it has an address, or no word of a heading. */
function readHeadings(cells: readonly string[]): Columns | null {
  if (cells.some((cell) => cell.includes('@'))) return null;
  const email = cells.findIndex((cell) => emailHeading.test(cell.trim()));
  if (email < 0) return null;
  const named = cells.flatMap((cell, index) =>
    index !== email && nameHeading.test(cell.trim()) ? [index] : [],
  );
  const isLast = (index: number) => lastNameHeading.test(cells[index] ?? '');
  const names = [...named.filter((index) => !isLast(index)), ...named.filter(isLast)].slice(0, 2);
  return { email, names };
}

function personOfColumns(cells: readonly string[], { email, names }: Columns): Person {
  const [found] = peopleOfCell(cells[email] ?? '');
  const name = names
    .map((index) => (cells[index] ?? '').trim())
    .join(' ')
    .trim();
  return {
    email: found?.email ?? (cells[email] ?? '').trim(),
    name: name === '' ? (found?.name ?? '') : name,
  };
}

/** A row without headings: one person with a name beside the address, or several addresses. */
function peopleOfRow(cells: readonly string[]): Person[] {
  const people = cells.flatMap(peopleOfCell);
  const [only] = people;
  if (people.length !== 1 || only === undefined || only.name !== '') return people;
  const name = cells.find((cell) => !cell.includes('@') && /\p{L}/u.test(cell)) ?? '';
  return [{ ...only, name }];
}

/** `ann@example.com`, `Ann <ann@example.com>`, or several addresses with space between them. */
function peopleOfCell(cell: string): Person[] {
  const addresses = addressesOf(cell);
  const [only] = addresses;
  if (addresses.length !== 1 || only === undefined) return addresses.map((email) => ({ email, name: '' }));
  const isNamed = cell.includes('<') || cell.includes('(');
  return [{ email: only, name: isNamed ? cell.replace(only, '').replaceAll(/[<>()]/g, ' ') : '' }];
}

/**
 * `guest 5@example.com` may be an address with a space in it, and what stands behind the space would be a stranger's. It is
 * given back with the word, which makes it no address.
 */
function addressesOf(cell: string): string[] {
  let end = 0;
  return [...cell.matchAll(addressPattern)].map(({ 0: address, index }) => {
    const before = cell.slice(end, index);
    end = index + address.length;
    if (/^[^@]*\p{L}/u.test(address)) return address;
    const words = before.trimEnd();
    const word =
      words.length < before.length ? /[\p{L}\p{N}]+[._+-]*$/u.exec(words.slice(-shownLength)) : null;
    return word === null ? address : `${word[0]} ${address}`;
  });
}

/** Rows of the text as a table; text that is none, such as one with a lonely quote, line by line. */
async function* readRows(text: string): AsyncGenerator<TableRow[]> {
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  const pages: TableRow[][] = [];
  try {
    for await (const page of readTable(bytes, { encoding: 'utf-8', separator: guessSeparator(text) }))
      pages.push(page);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    yield* readLines(text);
    return;
  }
  yield* pages;
}

function* readLines(text: string): Generator<TableRow[]> {
  const rows = text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, cells: line.split(/[,;\t|]/) }));
  for (let start = 0; start < rows.length; start += rowsPerPause)
    yield rows.slice(start, start + rowsPerPause);
}
