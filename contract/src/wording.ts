/**
 * Wording that asks for good reviews only, or pays for them: forbidden by platforms and by law (16 CFR 465, Directive
 * 2005/29/EC). A closed list per language of what is common; what is done about it is up to who shows it.
 */
import type { Language } from './constants.ts';

/** `praise`: asks for a good review. `reward`: offers something for it. `condition`: asks only those who were pleased. */
export const wordingKinds = ['praise', 'reward', 'condition'] as const;
export type WordingKind = (typeof wordingKinds)[number];

export interface WordingNote {
  kind: WordingKind;
  /** The words that were found, as written. */
  words: string;
}

/** Whole words, in any case. */
const words = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu');

/** A language that is added without patterns has no notes. */
const patterns: Readonly<Partial<Record<Language, Readonly<Record<WordingKind, RegExp>>>>> = {
  en: {
    praise: words(
      '(?:good|great|nice|positive|excellent|perfect|top) (?:reviews?|ratings?|feedback)|(?:five|5)[- ]?stars?(?: (?:reviews?|ratings?))?',
    ),
    reward: words(
      'discounts?|vouchers?|coupons?|gifts?|rewards?|raffles?|prizes?|giveaways?|for free|free (?!to )\\p{L}+|\\d+ ?% off',
    ),
    condition: words(
      'if you (?:enjoyed|liked|loved|(?:are|were) (?:happy|satisfied|pleased))|(?:happy|satisfied) (?:customers?|guests?)',
    ),
  },
  de: {
    praise: words(
      '(?:gute[nrs]?|positive[nrs]?|tolle[nrs]?|nette[nrs]?|beste[nrs]?) (?:bewertung(?:en)?|rezension(?:en)?|feedback)|(?:fünf|5)[- ]?sterne?(?:[- ]bewertung(?:en)?)?',
    ),
    reward: words(
      'rabatte?|gutscheine?n?|geschenke?|gewinnspiele?|verlosung(?:en)?|prämien?|belohnung(?:en)?|gratis|kostenlose?[nrs]?',
    ),
    condition: words(
      'wenn (?:es )?(?:ihnen|dir|euch)(?: es)?(?: bei uns)? (?:gefallen|geschmeckt) hat|wenn (?:sie|du|ihr) zufrieden|zufriedene[nr]? (?:kunden|gäste)',
    ),
  },
  es: {
    praise: words(
      '(?:buenas?|positivas?|excelentes?) (?:reseñas?|opini(?:ón|ones)|valoraci(?:ón|ones))|(?:reseñas?|opini(?:ón|ones)|valoraci(?:ón|ones)) (?:positivas?|excelentes?)|(?:cinco|5) estrellas',
    ),
    reward: words('descuentos?|regalos?|sorteos?|premios?|cup(?:ón|ones)|recompensas?|gratis|gratuit[oa]s?'),
    condition: words(
      'si (?:te|le|les|os) (?:ha |han )?(?:gust|encant)\\p{L}+|si (?:estás|está|están|quedaste|quedó) (?:content|satisfech)\\p{L}+|clientes (?:contentos|satisfechos)',
    ),
  },
  fr: {
    praise: words(
      '(?:bons?|bonnes?|excellents?|beaux?) (?:avis|notes?|commentaires?)|(?:avis|notes?|commentaires?) (?:positi[fv]e?s?|excellent(?:e?s)?)|(?:cinq|5) étoiles',
    ),
    reward: words(
      "réductions?|remises?|cadeaux?|bons? d[’']achat|tirages? au sort|concours|récompenses?|gratuit(?:e?s|e)?|offert(?:e?s|e)?",
    ),
    condition: words(
      "si (?:vous avez|tu as) (?:aimé|apprécié)|si (?:cela|ça) (?:vous|t[’']) ?a plu|si (?:vous êtes|tu es) (?:satisfait|content)\\p{L}*|clients? satisfaits?",
    ),
  },
  nl: {
    praise: words(
      '(?:goede|positieve|mooie|leuke|top) (?:reviews?|beoordeling(?:en)?|recensies?)|(?:vijf|5)[- ]?sterren(?:[- ]?(?:reviews?|beoordeling(?:en)?))?',
    ),
    reward: words(
      'korting(?:en)?|cadeaus?|cadeaubon(?:nen)?|tegoedbon(?:nen)?|loterij|winactie|prijzen|beloning(?:en)?|gratis',
    ),
    condition: words(
      'als (?:je|u|jullie) (?:\\p{L}+ )?(?:tevreden|genoten)(?: (?:bent|hebt|heeft))?|als het (?:je|u) (?:is )?bevallen|tevreden (?:klanten|gasten)',
    ),
  },
  sr: {
    praise: words(
      '(?:dobr|pozitivn|odličn|lep)\\p{L}* (?:recenzij|ocen|utisk)\\p{L}*|(?:pet|5) zvezdic\\p{L}+|čist\\p{L}* petic\\p{L}+',
    ),
    reward: words('popust\\p{L}*|poklon\\p{L}*|nagrad\\p{L}*|vaučer\\p{L}*|besplatn\\p{L}+|gratis'),
    condition: words(
      'ako (?:ste|si) (?:bili |bio |bila )?(?:zadovolj|uživa)\\p{L}+|ako (?:vam|ti) se (?:dopa|svide|svidel)\\p{L}*|zadovoljn\\p{L}+ (?:kup|gost|korisni)\\p{L}+',
    ),
  },
};

/** What a text of the owner should not say, one note per kind; empty where nothing of the list was found. */
export function findWording(text: string, language: Language): WordingNote[] {
  return wordingKinds.flatMap((kind) => {
    const found = patterns[language]?.[kind].exec(text) ?? null;
    return found === null ? [] : [{ kind, words: found[0] }];
  });
}
