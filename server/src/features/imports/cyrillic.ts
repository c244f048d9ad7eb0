/** Serbian letters, each as the Latin one without its mark. */
const latinLetters = new Map(
  [...'абвгдђежзијклљмнњопрстћуфхцчџш'].map((letter, index) => [
    letter,
    'a b v g d dj e z z i j k l lj m n nj o p r s t c u f h c c dz s'.split(' ')[index] ?? '',
  ]),
);

/** Small Serbian letters in the other script; what is none of them stays. */
export function cyrillicToLatin(text: string): string {
  return [...text].map((letter) => latinLetters.get(letter) ?? letter).join('');
}
