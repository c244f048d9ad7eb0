/**
 * How words are compared: without case, accents and vowel marks, and in one script where a language has two. No imports,
 * because server and browser share this file.
 */

/** Longer words are cut, in texts and in queries alike. */
export const maxWordLength = 64;
/** Characters of a word that are read, with its marks. Putting many marks in their order takes long. */
export const maxReadLetters = maxWordLength * 8;

/** Accents, vowel marks of Hebrew and Arabic, tatweel, and characters without a width. Marks of other scripts are kept. */
const ignored = new RegExp(
  [
    '[\\u00ad\\u200c\\u200d]',
    '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]',
    '[\\u0483-\\u0487\\u0591-\\u05c7]',
    '[\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed]',
  ].join('|'),
  'g',
);

/** Letters that do not decompose. Cyrillic becomes Latin, so that both scripts of Serbian find each other. */
const replaced: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ƒ: 'f',
  ə: 'e',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ی: 'ي',
  ک: 'ك',
  ٱ: 'ا',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  ђ: 'd',
  е: 'e',
  є: 'je',
  ж: 'z',
  з: 'z',
  ѕ: 'dz',
  и: 'i',
  і: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'c',
  џ: 'dz',
  ш: 's',
  щ: 'sc',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'ju',
  я: 'ja',
};
const replaceable = new RegExp(`[${Object.keys(replaced).join('')}]`, 'g');

/** Spellings with two letters, which people use where their keyboard has no accents. */
const spelledOut: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
  đ: 'dj',
  ђ: 'dj',
};
const spellable = new RegExp(`[${Object.keys(spelledOut).join('')}]`);
const everySpellable = new RegExp(spellable, 'g');

const plainAscii = /^[A-Za-z0-9]*$/;
/** The Arabic article, which is written with its word. */
const article = 'ال';
const minWordAfterArticle = 3;

/** How a word is folded: as it is, or with accented letters spelled out. */
export type Spelling = 'plain' | 'spelled-out';

/** The form of a word that is compared, letter by letter. Empty for one without letters and digits. */
export function fold(word: string, spelling: Spelling = 'plain'): string {
  if (plainAscii.test(word)) return word.toLowerCase();
  let folded = '';
  for (const { text } of unitsOf(word)) folded += foldUnit(spelling === 'plain' ? text : spellOut(text));
  return folded;
}

function foldUnit(unit: string): string {
  return (
    unit
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(ignored, '')
      .replace(replaceable, (letter) => replaced[letter] ?? letter)
      .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
      // A mark whose letter is left out would join the letter of the unit before.
      .replace(/^\p{M}+/u, '')
  );
}

function spellOut(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replace(everySpellable, (letter) => spelledOut[letter] ?? letter);
}

/** One way to read a word: its folded form, and what of the word it begins after. */
export interface WordForm {
  text: string;
  spelling: Spelling;
  /** Whether the article before the word is left out. */
  withoutArticle: boolean;
}

/** The forms under which a word is found, one to three; none for a word without letters and digits. */
export function formsOf(whole: string): WordForm[] {
  const word = whole.slice(0, maxReadLetters);
  const plain = fold(word);
  if (plain === '') return [];
  const forms: WordForm[] = [{ text: cut(plain), spelling: 'plain', withoutArticle: false }];
  if (plainAscii.test(word)) return forms;
  const other = spellable.test(word.normalize('NFC').toLowerCase()) ? fold(word, 'spelled-out') : plain;
  if (other !== plain) forms.push({ text: cut(other), spelling: 'spelled-out', withoutArticle: false });
  return forms;
}

/** As `formsOf`, with the form without the article: for texts, so that a query may leave it out. */
export function indexedFormsOf(word: string): WordForm[] {
  const forms = formsOf(word);
  const [plain] = forms;
  if (plain?.text.startsWith(article) && plain.text.length >= article.length + minWordAfterArticle)
    forms.push({ text: plain.text.slice(article.length), spelling: 'plain', withoutArticle: true });
  return forms;
}

function cut(text: string): string {
  return text.length <= maxWordLength ? text : Array.from(text).slice(0, maxWordLength).join('');
}

/** A letter with its marks, or the parts of a Korean syllable: what is never taken apart. */
const unitPattern =
  /(?:[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.)(?:\p{M}|[\u00ad\u200c]|\u200d|[\uff9e\uff9f])*/gsu;

/** The units of a word with their places in it. */
export function* unitsOf(word: string): Generator<{ text: string; start: number; end: number }> {
  for (const match of word.matchAll(unitPattern))
    yield { text: match[0], start: match.index, end: match.index + match[0].length };
}
