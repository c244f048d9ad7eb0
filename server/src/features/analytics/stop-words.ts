/** Lists of the words that every text of a language has, from the package `stopword` (docs/decisions/0094) and our own. */
import * as lists from 'stopword';
import { stopWordAdditions } from './stop-word-additions.ts';

/** Lists by ISO 639-1. Serbian has none of its own; Croatian has the same short words. */
const listOf: Readonly<Record<string, readonly string[]>> = {
  af: lists.afr,
  ar: lists.ara,
  bg: lists.bul,
  bn: lists.ben,
  bs: lists.hrv,
  ca: lists.cat,
  cs: lists.ces,
  da: lists.dan,
  de: lists.deu,
  el: lists.ell,
  en: lists.eng,
  es: lists.spa,
  et: lists.est,
  eu: lists.eus,
  fa: lists.fas,
  fi: lists.fin,
  fr: lists.fra,
  ga: lists.gle,
  gl: lists.glg,
  gu: lists.guj,
  he: lists.heb,
  hi: lists.hin,
  hr: lists.hrv,
  hu: lists.hun,
  hy: lists.hye,
  id: lists.ind,
  it: lists.ita,
  ja: lists.jpn,
  ko: lists.kor,
  lt: lists.lit,
  lv: lists.lav,
  ms: lists.msa,
  nb: lists.nob,
  nl: lists.nld,
  no: lists.nob,
  pl: lists.pol,
  pt: lists.por,
  ro: lists.ron,
  ru: lists.rus,
  sk: lists.slk,
  sl: lists.slv,
  so: lists.som,
  sr: lists.hrv,
  sv: lists.swe,
  sw: lists.swa,
  th: lists.tha,
  tl: lists.tgl,
  tr: lists.tur,
  uk: lists.ukr,
  ur: lists.urd,
  vi: lists.vie,
  zh: lists.zho,
};

/** Languages that use the list of another one. */
const sharedList: Readonly<Record<string, string>> = { bs: 'hr', no: 'nb', sr: 'hr' };

const cyrillic = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const latin = [
  'a',
  'b',
  'v',
  'g',
  'd',
  'đ',
  'e',
  'ž',
  'z',
  'i',
  'j',
  'k',
  'l',
  'lj',
  'm',
  'n',
  'nj',
  'o',
  'p',
  'r',
  's',
].concat(['t', 'ć', 'u', 'f', 'h', 'c', 'č', 'dž', 'š']);

/** Serbian in Latin letters, in which the list is written. */
function inLatin(word: string): string {
  return [...word].map((letter) => latin[cyrillic.indexOf(letter)] ?? letter).join('');
}

const known = new Map<string, (word: string) => boolean>();

/** Whether a word in small letters is one of the list; null for a language without a list. */
export function stopWordsOf(language: string): ((word: string) => boolean) | null {
  const list = listOf[language];
  if (list === undefined) return null;
  const made = known.get(language);
  if (made !== undefined) return made;
  const additions = stopWordAdditions[sharedList[language] ?? language] ?? [];
  const words = new Set(
    [...list, ...additions].map((word) => word.toLocaleLowerCase(language).normalize('NFC')),
  );
  const listed = (word: string) => words.has(language === 'sr' ? inLatin(word) : word);
  const isStopWord = (word: string) => listed(word) || isContraction(word, listed);
  known.set(language, isStopWord);
  return isStopWord;
}

/** Whether a word consists of short forms, such as “don’t” and “c’est”. */
function isContraction(word: string, listed: (word: string) => boolean): boolean {
  const plain = word.replaceAll('’', "'");
  if (!plain.includes("'")) return false;
  return listed(plain) || plain.split("'").every((part) => part.length < 2 || listed(part));
}
