/** Serbian Cyrillic letters and their Latin equivalents without diacritics. */
const latinLetters = new Map(
  [...'абвгдђежзијклљмнњопрстћуфхцчџш'].map((letter, index) => [
    letter,
    'a b v g d dj e z z i j k l lj m n nj o p r s t c u f h c c dz s'.split(' ')[index] ?? '',
  ]),
);

/** Transliterates lower-case Serbian Cyrillic letters; all other characters stay unchanged. */
export function cyrillicToLatin(text: string): string {
  return [...text].map((letter) => latinLetters.get(letter) ?? letter).join('');
}
