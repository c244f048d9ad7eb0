/**
 * Parses ratings and recommendations as exports write them. It never converts one into the other: a thumb up is not five
 * stars, and one star is not a thumb down.
 */
import type { ImportFault } from '@kindling/contract/import-files';

export type ParsedRating =
  | { rating: number; recommendation: null }
  | { rating: null; recommendation: 'positive' | 'negative' | null }
  | { fault: Extract<ImportFault, `rating-${string}`> };

const starPattern = /^[★⭐✭✮☆✩\s]+$/u;
const numberPattern =
  /^(\d{1,3}(?:[.,]\d+)?)(?:\s*(?:\/|of|out of|von|sur|de|van|od)\s*(\d{1,3})(?:[.,]0+)?)?\s*(?:[\p{L}()*★⭐. ]*)$/iu;
/** The words that the platforms' archives use. */
const ratingWords = new Map([
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
]);

const negativePattern =
  /\b(?:not|doesn'?t|does not|don'?t|negative|nicht|pas|non|niet|no|ne|negativ|negativo|négatif|negatief|negativno|nein|nee|false|thumbs? down)\b/iu;
const positivePattern =
  /\b(?:recommend\w*|positive?|empf(?:i|o)ehl\w*|empfohlen|recommand\w*|beve(?:e|l)l\w*|aanbevolen|aan te raden|recomiend\w*|recomendad\w*|preporuč\w*|positiv|positivo|positif|positief|pozitivno|yes|ja|oui|sí|si|da|true|thumbs? up)/iu;

/**
 * @param scale The highest rating of the column. On a scale of five, halves are rounded down, never up. On a scale of ten,
 * two points are one star, so that 7 and 8 are 4.
 */
export function parseRating(value: string, scale: 5 | 10): ParsedRating {
  const text = value
    .normalize('NFC')
    // The variation selector that makes the symbol before it an emoji.
    .replaceAll('\uFE0F', '')
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('’', "'");
  if (text === '' || text === '-') return { rating: null, recommendation: null };
  if (starPattern.test(text)) return toStars([...text].filter((sign) => '★⭐✭✮'.includes(sign)).length, 5);
  const word = ratingWords.get(text.toLowerCase());
  if (word !== undefined) return toStars(word, 5);
  const [, number, most] = numberPattern.exec(text) ?? [];
  if (number !== undefined)
    return toStars(Number(number.replace(',', '.')), most === undefined ? scale : Number(most));
  if (text.length <= 60 && negativePattern.test(text)) return { rating: null, recommendation: 'negative' };
  if (text.length <= 60 && positivePattern.test(text)) return { rating: null, recommendation: 'positive' };
  return { fault: 'rating-unreadable' };
}

function toStars(value: number, most: number): ParsedRating {
  if (most !== 5 && most !== 10 && most !== 100) return { fault: 'rating-range' };
  if (!(value > 0 && value <= most)) return { fault: 'rating-range' };
  const stars = most === 5 ? Math.floor(value) : Math.ceil((value * 5) / most);
  return stars < 1 ? { fault: 'rating-range' } : { rating: stars, recommendation: null };
}
