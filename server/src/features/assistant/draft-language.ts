/** Whether a draft is certainly in another language than it should be. In doubt it is not. */

/** Frequent short words that the other five languages do not have, or rarely. */
const functionWords: Record<string, readonly string[]> = {
  en: [
    'the',
    'you',
    'your',
    'for',
    'with',
    'and',
    'our',
    'have',
    'this',
    'that',
    'are',
    'was',
    'thank',
    'very',
  ],
  de: [
    'und',
    'wir',
    'ihre',
    'ihr',
    'für',
    'nicht',
    'ist',
    'uns',
    'sie',
    'das',
    'dass',
    'sehr',
    'vielen',
    'danke',
  ],
  fr: [
    'vous',
    'nous',
    'pour',
    'votre',
    'et',
    'les',
    'est',
    'avec',
    'notre',
    'merci',
    'avis',
    'pas',
    'dans',
    'des',
  ],
  nl: [
    'het',
    'een',
    'voor',
    'wij',
    'uw',
    'bedankt',
    'niet',
    'van',
    'ons',
    'dat',
    'zijn',
    'graag',
    'ook',
    'je',
  ],
  es: [
    'por',
    'que',
    'los',
    'para',
    'su',
    'gracias',
    'nos',
    'con',
    'una',
    'muy',
    'nuestro',
    'sus',
    'usted',
    'las',
  ],
  sr: ['hvala', 'vam', 'što', 'smo', 'je', 'vaše', 'nam', 'za', 'vas', 'ste', 'da', 'vašu', 'naš', 'drago'],
};

/** Scripts of languages whose texts are not in Latin letters. */
const scripts: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
};

/** Words of another language that make it certain. */
const certainWords = 4;

export function isOtherLanguage(text: string, wanted: string | null): boolean {
  if (wanted === null) return false;
  const script = scripts[wanted];
  if (script !== undefined) return !script.test(text);
  const expected = functionWords[wanted];
  if (expected === undefined) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // Serbian has two scripts, and there is no list of its Cyrillic words here.
  if (latin < letters / 2) return wanted !== 'sr' || !/\p{Script=Cyrillic}/u.test(text);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = (list: readonly string[]) => words.filter((word) => list.includes(word)).length;
  const own = hits(expected);
  return Object.entries(functionWords).some(
    ([language, list]) => language !== wanted && hits(list) >= certainWords && hits(list) > own * 2,
  );
}
