import { compareTexts, languageNames } from '../../lib/i18n/formats.ts';

/**
 * Languages as the choices of a field, by the alphabet of the reader.
 * @param codes ISO 639
 */
export function namedLanguages(codes: readonly string[], reader: string): { value: string; label: string }[] {
  const names = languageNames(reader);
  const compare = compareTexts(reader);
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => compare(one.label, other.label));
}
