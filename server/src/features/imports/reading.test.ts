/** Parsing files into rows: encodings, separators, line ends, and files that cannot be read. */
import { Buffer } from 'node:buffer';
import { type ImportEncoding, importLimits } from '@kindling/contract/import-files';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reviewArchives } from '../../connectors/registry.ts';
import { guessMapping } from './guess-mapping.ts';
import { detectLayout, type Layout, type TableLayout } from './layout.ts';
import { readArchive } from './read-archive.ts';
import { readTable, type TableRow } from './read-table.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

const asked = { encoding: null, separator: null, header: null, sheet: null };

/** `workbook.test.ts` tests spreadsheets. */
const noSpreadsheet = () => Promise.reject(new UnreadableFileError('no-workbook'));

/** Splits the bytes into parts of this length, so that letters, quotes and line ends are split too. */
async function* inParts(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Uses parts of the uploaded length by default, because guesses need the whole beginning of a file. */
function layoutOf(files: Buffer[], length: number = importLimits.partBytes): Promise<Layout> {
  return detectLayout(
    (file) => inParts(files[file] ?? Buffer.alloc(0), length),
    files.length,
    reviewArchives,
    asked,
    noSpreadsheet,
  );
}

async function rowsOf(
  bytes: Buffer,
  shape: Pick<TableLayout, 'encoding' | 'separator'>,
): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const page of readTable(inParts(bytes, 7), shape)) rows.push(...page);
  return rows;
}

/** Encodes one byte per letter with the table of the decoder. */
function encodeSingle(text: string, encoding: ImportEncoding): Buffer {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.from([...text].map((letter) => letters.indexOf(letter)));
}

function encode(text: string, encoding: ImportEncoding, mark: boolean): Buffer {
  const whole = mark ? `\uFEFF${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(whole);
  if (encoding === 'utf-16le') return Buffer.from(whole, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(whole, 'utf16le').swap16();
  return encodeSingle(text, encoding);
}

const western = { author: 'Zoé Müller', text: 'Très bon; "größter" Käse, señor' };
const serbian = { author: 'Đorđe Ćosić', text: 'Šljiva žuta; "čaj" je topao' };
const encodings: [ImportEncoding, boolean, typeof western][] = [
  ['utf-8', false, serbian],
  ['utf-8', true, western],
  ['utf-16le', true, serbian],
  ['utf-16le', false, western],
  ['utf-16be', true, serbian],
  ['utf-16be', false, western],
  ['windows-1252', false, western],
  ['windows-1250', false, serbian],
  ['iso-8859-2', false, serbian],
];

describe('tables', () => {
  for (const [encoding, mark, { author, text }] of encodings)
    for (const separator of [',', ';', '\t', '|'] as const)
      for (const end of ['\n', '\r\n', '\r'])
        test(`${encoding}${mark ? ' with a byte order mark' : ''}, ${JSON.stringify(separator)}, ${JSON.stringify(end)}`, async () => {
          const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
          const rows = [
            ['author', 'rating', 'text', 'date'],
            [quoted(author), '5', quoted(text), '2025-05-01'],
            ['', '', '', ''].slice(0, 0),
            ['Bo', '4', quoted(`two${end}lines`), '2025-05-02'],
          ];
          const bytes = encode(rows.map((cells) => cells.join(separator)).join(end) + end, encoding, mark);
          const layout = await layoutOf([bytes]);
          expect(layout).toMatchObject({ kind: 'table', encoding, separator, rows: 2 });
          const read = await rowsOf(bytes, layout as TableLayout);
          expect(read).toEqual([
            { line: 1, cells: ['author', 'rating', 'text', 'date'] },
            { line: 2, cells: [author, '5', text, '2025-05-01'] },
            { line: 4, cells: ['Bo', '4', `two${end}lines`, '2025-05-02'] },
          ]);
        });

  test('a Latin-1 text is read as windows-1252, which contains the same letters', async () => {
    const bytes = encodeSingle('author,text\nZoé,Crème brûlée\n', 'iso-8859-1');
    expect(await layoutOf([bytes])).toMatchObject({ encoding: 'windows-1252' });
  });

  test('cells with any content are read unchanged', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\uFEFF', ''));
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (rows, separator) => {
        const full = rows.map((cells) => cells.map((text) => `x${text}`));
        const text = full
          .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator))
          .join('\n');
        const shape = { encoding: 'utf-8', separator } as const;
        const read = await rowsOf(Buffer.from(text.toWellFormed()), shape as TableLayout);
        expect(read.map((row) => row.cells)).toEqual(
          full.map((cells) => cells.map((one) => one.toWellFormed())),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('the date order and the scale of a column', () => {
  const layoutFor = async (values: string[]) =>
    (await layoutOf([
      Buffer.from(`when,stars\n${values.map((value) => `${value},5`).join('\n')}\n`),
    ])) as TableLayout;

  test.each([
    [['3/4/2025', '5/6/2025'], 'ask'],
    [['3/4/2025', '13/6/2025'], 'dmy'],
    [['3/4/2025', '6/13/2025'], 'mdy'],
    [['13/4/2025', '4/13/2025'], 'mixed'],
    [['3.4.2025', '5.6.2025'], 'clear'],
    [['soon', 'later'], null],
  ])('%j: %s', async (values, expected) => {
    expect((await layoutFor(values)).columns[0]?.dates).toBe(expected);
  });

  test('one value at the end decides for the whole column', async () => {
    const values = Array.from(
      { length: 3_000 },
      (_, index) => `${1 + (index % 12)}/${1 + ((index + 1) % 12)}/2024`,
    );
    expect((await layoutFor([...values, '25/12/2024'])).columns[0]?.dates).toBe('dmy');
  });

  test('several values up to ten mean a scale of ten, one typo does not', async () => {
    const scaleOf = async (values: string[]) =>
      ((await layoutOf([Buffer.from(`rating,text\n${values.join(',x\n')},x\n`)])) as TableLayout).scale;
    expect(await scaleOf(['9', '10', '3', '7'])).toBe(10);
    const fives = (length: number) => Array.from({ length }, () => '5');
    expect(await scaleOf([...fives(40), '6'])).toBe(5);
    expect(await scaleOf([...fives(8), '9'])).toBe(5);
    expect(await scaleOf([...fives(400), '9', '8', '7'])).toBe(5);
    expect(await scaleOf([...fives(150), '9', '8'])).toBe(10);
    expect(await scaleOf([...fives(30), '9', '8', '50', '70'])).toBe(5);
  });
});

describe('headings', () => {
  test.each([
    ['Reviewer Name,Star Rating,Review Text,Review Date,Reply Text,Reply Date', [0, 1, 2, 3, 4, 5]],
    ['Autor,Sterne,Kommentar,Datum,Antwort,Antwortdatum', [0, 1, 2, 3, 4, 5]],
    ['Auteur,Note,Commentaire,Date,Réponse,Date de réponse', [0, 1, 2, 3, 4, 5]],
    ['Naam,Beoordeling,Recensie,Datum,Reactie,Datum reactie', [0, 1, 2, 3, 4, 5]],
    ['Nombre,Puntuación,Reseña,Fecha,Respuesta,Fecha de respuesta', [0, 1, 2, 3, 4, 5]],
    ['Naam,Sterren,Beoordeling,Datum,Reactie,Datum reactie', [0, 1, 2, 3, 4, 5]],
    ["Auteur de l'avis,Étoiles,Évaluation,Date,Réponse,Date de réponse", [0, 1, 2, 3, 4, 5]],
    ['Ime,Ocena,Komentar,Datum,Odgovor,Datum odgovora', [0, 1, 2, 3, 4, 5]],
    ['Име,Оцена,Коментар,Датум,Одговор,Датум одговора', [0, 1, 2, 3, 4, 5]],
    [
      'reviewer.displayName,starRating,comment,createTime,reviewReply.comment,reviewReply.updateTime',
      [0, 1, 2, 3, 4, 5],
    ],
  ])('%s', (heads, [author, rating, text, date, replyText, replyDate]) => {
    expect(guessMapping(heads.split(','))).toMatchObject({
      author,
      rating,
      text,
      date,
      replyText,
      replyDate,
    });
  });

  test.each([
    [
      'rating',
      'star,Sternebewertung,reviewRatingScore,star_rating,Anzahl Sterne,nb étoiles,aantal sterren,broj zvezdica',
    ],
    ['rating', 'Note (sur 5),Sterne,Estrellas,zvezdice,Stars,Rating value,overallRating,review-score'],
    [
      'text',
      'reviewDescription,Rezensionstext,contenu,beoordelingstekst,Descripción,utisak,review_snippet,Comments',
    ],
    [
      'replyText',
      'reply_message,ownerResponse,Antwort des Inhabers,réponse du propriétaire,reactie eigenaar,odgovor vlasnika',
    ],
    [
      'replyDate',
      'replyDate,owner_response_date,beantwortet am,répondu le,reactiedatum,fecha de la respuesta',
    ],
    [
      'author',
      'reviewerName,Nutzername,nom complet,klantnaam,nombre de usuario,ime i prezime,user_name,Full name',
    ],
    [
      'date',
      'publishedAtDate,veröffentlicht am,date de publication,geplaatst op,fecha de publicación,datum objave,createdAt',
    ],
    ['title', 'reviewTitle,Überschrift,titre,onderwerp,título,naslov'],
    ['link', 'reviewUrl,Link zur Bewertung,lien vers l’avis,enlace,veza'],
    ['id', 'reviewId,REVIEW_ID,Bewertungs-ID,identifiant,id recenzije'],
  ] as const)('of %s: %s', (field, heads) => {
    for (const head of heads.split(',')) expect.soft(guessMapping(['x', head])[field], head).toBe(1);
  });

  test.each(['average', 'total count', 'place id of shop', 'likes', 'language', 'website'])(
    '%j is not a known heading',
    (head) => {
      expect(Object.values(guessMapping([head]))).toEqual(Array.from({ length: 9 }, () => null));
    },
  );

  test('of exports with more columns', () => {
    const trustpilot =
      'Review Id,Review Created (UTC),Review Title,Review Content,Review Stars,Consumer Name,Company Reply';
    expect(guessMapping(trustpilot.split(','))).toEqual({
      id: 0,
      date: 1,
      title: 2,
      text: 3,
      rating: 4,
      author: 5,
      replyText: 6,
      replyDate: null,
      link: null,
    });
  });
});

describe('the first row', () => {
  const read = async (text: string, header: boolean | null = null) =>
    (await detectLayout(
      () => inParts(Buffer.from(text), 99),
      1,
      [],
      { ...asked, header },
      noSpreadsheet,
    )) as TableLayout;

  test.each([
    ['Ana,5,2025-05-01\nBo,4,2025-05-02\n', false],
    ['Ana,5,vor 2 Monaten\nBo,4,vor 3 Monaten\n', false],
    ['Ana,5,good\nBo,4,fine\n', false],
    ['Ana,★★★★★,good\nBo,★★★,fine\n', false],
    ['Ana,5,2025-05-01\n', false],
    ['5,Name,Good\n4,Bo,Fine\n', false],
    ['4.5,Name,Good\n4,Bo,Fine\n', false],
    ['Ana,recommends\nBo,recommends\n', false],
    ['name,recommends\nBo,yes\nCy,no\n', true],
    ['name,stars,date\nBo,4,2025-05-02\n', true],
    ['foo,bar,baz\nBo,4,2025-05-02\n', true],
    ['2025,2024,x\nBo,4,fine\n', true],
  ])('%j has headings: %s', async (text, header) => {
    const lines = text.trimEnd().split('\n').length;
    expect(await read(text)).toMatchObject({ header, rows: header ? lines - 1 : lines });
  });

  test('the choice of the owner overrides the guess', async () => {
    expect(await read('name,5,date\nBo,4,2025-05-02\n', false)).toMatchObject({ header: false, rows: 2 });
    expect(await read('Ana,5,2025-05-01\nBo,4,2025-05-02\n', true)).toMatchObject({ header: true, rows: 1 });
  });

  const mapped = async (...rows: string[]) => (await read(rows.join('\n'), false)).mapping;

  test.each(['J.', 'P 0', '-', '李'])(
    'a column of authors with %j in its second row is recognized',
    async (first) => {
      const text = 'It was very good and the staff was kind';
      expect(
        await mapped(
          `Bo Li,4,${text},2025-05-01`,
          `${first},5,${text},2025-05-02`,
          `Cy,4,${text},2025-05-03`,
        ),
      ).toMatchObject({ author: 0, rating: 1, text: 2, date: 3 });
    },
  );

  test('a column of recommendations is used as the rating', async () => {
    expect(
      await mapped("Ana Bo,doesn't recommend,bad,2025-05-01", 'Cy Do,recommends,good food,2025-05-02'),
    ).toMatchObject({ author: 0, rating: 1, text: 2, date: 3 });
  });

  test('short texts are not names', async () => {
    const rows = ['Ana Bo,5,very good,2025-05-01', 'Cy Do,4,fine!,2025-05-02', 'E. Fu,4,so nice,2025-05-03'];
    expect(await mapped(...rows)).toMatchObject({ author: 0, rating: 1, text: 2, date: 3 });
    const turned = rows.map((row) => row.split(',').reverse().join(','));
    expect(await mapped(...turned)).toMatchObject({ date: 0, text: 1, rating: 2, author: 3 });
    const only = rows.map((row) => row.split(',').slice(1).join(','));
    expect(await mapped(...only)).toMatchObject({ rating: 0, text: 1, date: 2, author: null });
    const names = rows.map((row) => row.split(',').slice(0, 2).join(','));
    expect(await mapped(...names)).toMatchObject({ author: 0, rating: 1, text: null });
    expect(await mapped('Di,3,Fine,2025-05-01')).toMatchObject({ author: 0, rating: 1, text: 2 });
  });
});

describe('files that cannot be read', () => {
  const of = (text: string) => Buffer.from(text);
  const image = Buffer.from([
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 1, 2, 3,
  ]);
  const longest = importLimits.rowBytes;
  test.each<[string, Buffer[], string, number | null]>([
    ['nothing', [of('')], 'empty', null],
    ['white space', [of(' \n\r\n')], 'only-header', null],
    ['a heading alone', [of('author,rating\n')], 'only-header', null],
    ['a picture', [image], 'binary', null],
    [
      'a table and a spreadsheet',
      [of('a,b\n1,2\n'), Buffer.from([0x50, 0x4b, 3, 4, 1, 2])],
      'mixed-files',
      null,
    ],
    ['a quote that never ends', [of('a,b\n1,"2\n3,4\n')], 'quotes', 2],
    ['one gigantic cell', [of(`a,b\n1,"${'x'.repeat(longest + 10)}"\n`)], 'row-too-long', 2],
    ['more columns than anybody maps', [of(`${'a,'.repeat(300)}\n1\n`)], 'too-many-columns', 1],
    ['JSON without reviews', [of('{"items":[{"a":1}]}')], 'not-an-archive', null],
    ['JSON that breaks off', [of('{"reviews":[{"name":"x"}')], 'not-an-archive', null],
    ['JSON of somebody else', [of('{"reviews":[{"id":1}]}')], 'not-an-archive', null],
    ['an archive without reviews', [of('{"reviews":[]}')], 'only-header', null],
    ['one gigantic item', [of(`[{"a":"${'x'.repeat(longest + 10)}"}]`)], 'row-too-long', 1],
    ['a table and an archive', [of('a,b\n1,2\n'), of('{"reviews":[]}')], 'mixed-files', null],
    ['two tables', [of('a,b\n1,2\n'), of('a,b\n1,2\n')], 'mixed-files', null],
  ])('%s', async (_name, files, problem, line) => {
    const error = await layoutOf(files).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ problem, ...(line === null ? {} : { line: expect.any(Number) }) });
  });

  test('one row more than the limit', async () => {
    async function* rows() {
      yield Buffer.from('a,b\n');
      const thousand = Buffer.from('1,2\n'.repeat(1_000));
      for (let count = 0; count < importLimits.rows; count += 1_000) yield thousand;
      yield Buffer.from('1,2\n');
    }
    await expect(detectLayout(rows, 1, reviewArchives, asked, noSpreadsheet)).rejects.toMatchObject({
      problem: 'too-many-rows',
    });
  });
});

describe('archives', () => {
  const items = async (text: string, length: number) => {
    const found: unknown[] = [];
    for await (const page of readArchive(inParts(Buffer.from(text), length)))
      found.push(...page.map((item) => item.value));
    return found;
  };

  test('each item is read completely, wherever the parts are split', async () => {
    const value = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      deep: fc.jsonValue({ maxDepth: 3 }),
      text: fc.constantFrom('"', '\\', '}{][', '\\"', '{"reviews":[', '☃', '\n'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        fc.boolean(),
        async (list, length, bare, spaced) => {
          const document = bare
            ? list
            : { other: [{ no: 1 }], 'a"b': 'reviews', reviews: list, after: [{ no: 2 }] };
          const text = JSON.stringify(document, null, spaced ? 2 : 0);
          expect(await items(text, length)).toEqual(JSON.parse(JSON.stringify(list)));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('an item that is not JSON is one fault, and the others are read', async () => {
    expect(await items('{"reviews":[{"a":1},{a:2},{"a":3}]}', 5)).toEqual([{ a: 1 }, undefined, { a: 3 }]);
  });
});
