/** No browser sends a longer list. */
const maxPreferences = 20;

/** The language of a tag, if supported. Regions are ignored: `fr-CA` is French. */
export function supportedLanguage<L extends string>(
  tag: string | null | undefined,
  supported: readonly L[],
): L | null {
  const code = (tag ?? '').trim().split(/[-_]/)[0]?.toLowerCase();
  return supported.find((language) => language === code) ?? null;
}

/** The supported language with the highest weight in `accept-language`; the first of equal ones (RFC 9110 12.5.4). */
export function preferredLanguage<L extends string>(
  header: string | undefined,
  supported: readonly L[],
): L | null {
  let best: { language: L; weight: number } | null = null;
  for (const part of (header ?? '').split(',', maxPreferences)) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const language = supportedLanguage(tag, supported);
    const weight = weightOf(parameters);
    if (language === null || weight === 0) continue;
    if (best === null || weight > best.weight) best = { language, weight };
  }
  return best?.language ?? null;
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((one) => /^q\s*=\s*(\d(?:\.\d{0,3})?)$/i.exec(one)?.[1]).find(Boolean);
  if (given !== undefined) return Math.min(1, Number(given));
  return parameters.some((one) => /^q\s*=/i.test(one)) ? 0 : 1;
}
