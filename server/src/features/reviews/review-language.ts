/** The language of a review's text, or null where it is not certain. */
import { eld } from 'eld/extrasmall';

/** Enough to be certain, and few enough to be quick for each review of a page. */
const readLength = 120;

interface Script {
  letters: RegExp;
  /** The one language of the script, or how to tell its languages apart. */
  language: string | ((text: string) => string | null);
}

/** In this order: Japanese and Chinese share characters, and kana decide. */
const scripts: readonly Script[] = [
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, language: 'ja' },
  { letters: /\p{Script=Hangul}/gu, language: 'ko' },
  { letters: /\p{Script=Han}/gu, language: chineseOrNone },
  { letters: /\p{Script=Thai}/gu, language: 'th' },
  { letters: /\p{Script=Hebrew}/gu, language: 'he' },
  { letters: /\p{Script=Greek}/gu, language: 'el' },
  { letters: /\p{Script=Georgian}/gu, language: 'ka' },
  { letters: /\p{Script=Armenian}/gu, language: 'hy' },
  { letters: /\p{Script=Arabic}/gu, language: arabicOrOther },
  { letters: /\p{Script=Cyrillic}/gu, language: cyrillicLanguage },
  { letters: /\p{Script=Latin}/gu, language: latinLanguage },
];

const onlyLatin = /^[\p{Script=Latin}\P{L}]*$/u;

/** ISO 639 code of the language. A translation is not looked at: the language is that of the text. */
export function detectLanguage(text: string | null): string | null {
  const read = text?.slice(0, readLength).normalize('NFC') ?? '';
  const letters = count(read, /\p{L}/gu);
  if (letters === 0) return null;
  // Most texts are Latin throughout.
  if (onlyLatin.test(read)) return latinLanguage(read.toLowerCase());
  for (const { letters: ofScript, language } of scripts) {
    const share = count(read, ofScript) / letters;
    // A Japanese text is about half in kana, beside Chinese characters.
    if (share < (language === 'ja' ? 0.2 : 0.6)) continue;
    return typeof language === 'string' ? language : language(read.toLowerCase());
  }
  return null;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The detector's guess where it is reliable. */
function guess(text: string): string | null {
  const result = eld.detect(text);
  return result.language !== '' && result.isReliable() ? result.language : null;
}

/** Short words of Chinese characters may be Japanese. */
function chineseOrNone(text: string): string | null {
  const certain =
    count(text, /\p{Script=Han}/gu) >= 5 || /[的了是很不吃这這们們没沒还還太都在也我你他]/u.test(text);
  return certain ? 'zh' : null;
}

function arabicOrOther(text: string): string | null {
  return /[پچژگکیےٹڈڑں]/u.test(text) ? guess(text) : 'ar';
}

function cyrillicLanguage(text: string): string | null {
  if (/[ѓќѕ]/u.test(text)) return 'mk';
  if (/[ђћ]/u.test(text)) return 'sr';
  if (/[јљњџ]/u.test(text)) return hasWord(text, macedonianWords) ? 'mk' : 'sr';
  if (/ў/u.test(text)) return 'be';
  if (/[їєґ]/u.test(text)) return 'uk';
  const language = guess(text);
  // Serbian without any of its letters is not certain.
  return language === 'sr' ? null : language;
}

/** Serbian, Croatian and Bosnian share most words; only the others decide, and they do so where the detector is unsure too. */
function latinLanguage(text: string): string | null {
  const { language } = eld.detect(text);
  const isSouthSlavic =
    language === 'hr' ||
    language === 'sr' ||
    (language === 'sl' && (/[ćđ]/u.test(text) || hasWord(text, serbianButNotSlovenian)));
  if (!isSouthSlavic) return guess(text);
  const serbian = hasWord(text, serbianWords);
  if (serbian && !hasWord(text, ijekavianWords)) return 'sr';
  return hasWord(text, croatianWords) && !serbian ? 'hr' : null;
}

function hasWord(text: string, pattern: RegExp): boolean {
  return pattern.test(text);
}

/** A pattern of whole words; a word that ends in `*` is a beginning. */
function words(list: string): RegExp {
  const alternatives = list.split(' ').map((word) => word.replace('*', '\\p{L}*'));
  return new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`, 'u');
}

const macedonianWords = words('многу беше бевме со во сите имаат имаше најдобр* најубав* беа');
const serbianButNotSlovenian = words(
  'ovde gde uvek nigde negde posle hleb* šta takođe uopšte devojk* poset* hiljad* kafu kafe kafa opušten* osoblj* uslug*',
);
const serbianWords = words(
  'lepo lepa lepi lepe lepih prelep* najlep* ovde gde uvek nigde negde posle mlek* hleb* mesto mesta mestu šta vreme deca dece deci detetu cena cene cenu cenama belo svež* takođe uopšte tačno kafa kafu kafe devojk* posetit* posetil* poset* voleo volela deo sledeć* nedelj* hiljad* ubedljivo videli videti razume* primetil* osećaj* oseća* smešt* promenil*',
);
const ijekavianWords = words(
  'lijep* prelijep* najljep* ljepš* mjest* ovdje gdje uvijek nigdje negdje poslije prije mlijek* vrijeme djec* djetet* cijen* svjež* posjet* voljel* dio sljedeć* nedjelj* vidjeti vidjeli riječ* osjeća* osjećaj* smješt* promijenil* uvjer* djelatni*',
);
const croatianWords = words(
  'kava kavu kave također uopće točno tjedan tjedna tisuć* kruh* djelatni* tko netko nitko glazb* juha juhe juhu',
);

/** What `detectLanguage` can find. */
export const detectableLanguages = [
  ...'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv mk ml mr ms'.split(
    ' ',
  ),
  ...'nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'.split(' '),
] as const;
