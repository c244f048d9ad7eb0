/**
 * Fills and pluralizes the texts of `locales/` where i18next is not loaded: sign-in pages, mails, widgets and public
 * pages. The notation is that of i18next: `{{name}}`, `key_one`, `key_other`.
 */

export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Fills the `{{name}}` placeholders of a text. The result is plain text, which the caller must escape for HTML.
 * @throws Error for a placeholder without a value, so that nobody reads an incomplete sentence
 */
export function fillText(text: string, values: TextValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The text "${text}" has no value for ${placeholder}.`);
    return String(value);
  });
}

/**
 * The plural form of `key` for `count` in the language, with unfilled placeholders; the form `other` where the language
 * has no form of its own.
 * @throws Error where `texts` has no form of `key`
 */
export function pluralText(
  texts: Readonly<Record<string, unknown>>,
  key: string,
  rules: Intl.PluralRules,
  count: number,
): string {
  const text = texts[`${key}_${rules.select(count)}`] ?? texts[`${key}_other`];
  if (typeof text !== 'string') throw new Error(`There is no text "${key}" in the plural.`);
  return text;
}
