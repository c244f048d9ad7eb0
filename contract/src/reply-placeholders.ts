/** The placeholders of reply templates. This file has no imports, so browser and server fill them by the same code. */

export const replyPlaceholders = ['author', 'business', 'location', 'stars'] as const;
export type ReplyPlaceholder = (typeof replyPlaceholders)[number];

/** `{name}`, or `{name|words}` with the words for a review without that value. */
const pattern = /\{([^{}|]*)(?:\|([^{}|]*))?\}/g;

/** The placeholders of a text that do not exist, as written, each once. */
export function unknownPlaceholders(text: string): string[] {
  const unknown = [...text.matchAll(pattern)]
    .filter(([, name]) => !isPlaceholder(name))
    .map(([written]) => written);
  return [...new Set(unknown)];
}

export function usesPlaceholder(text: string, wanted: ReplyPlaceholder): boolean {
  return [...text.matchAll(pattern)].some(([, name, instead]) => name === wanted && instead === undefined);
}

/** What a review knows; null for what it does not, such as the stars of a recommendation. */
export type PlaceholderValues = Record<ReplyPlaceholder, string | null>;

/**
 * The text with its values. What has neither a value nor words of its own disappears together with the space before it,
 * so that "Hello {author}," becomes "Hello,". A value that ends in a full stop is followed by no second one: "Thank you, K."
 */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replaceAll(
    new RegExp(`(,?[ \\u00a0])?${pattern.source}([.。])?`, 'g'),
    (
      written,
      before: string | undefined,
      name: string,
      instead: string | undefined,
      stop: string | undefined,
    ) => {
      if (!isPlaceholder(name)) return written;
      const value = values[name] ?? instead ?? '';
      if (value === '') return stop ?? '';
      return `${before ?? ''}${value}${/[.。]$/.test(value) ? '' : (stop ?? '')}`;
    },
  );
}

function isPlaceholder(name: string | undefined): name is ReplyPlaceholder {
  return replyPlaceholders.some((one) => one === name);
}

/** Before a name in many languages; "Dr. Ada Byron" is not called "Dr.". */
const titles = new Set([
  'dr',
  'prof',
  'mr',
  'mrs',
  'ms',
  'herr',
  'frau',
  'mme',
  'mlle',
  'sr',
  'sra',
  'don',
  'doña',
]);

/** How a reply calls an author: by the first name; null for nobody and for what is no name. */
export function firstNameOf(authorName: string | null, anonymous: boolean): string | null {
  const name = authorName?.replaceAll(/[{}\p{Cc}\p{Cf}]/gu, '').trim() ?? '';
  if (anonymous || !/\p{L}/u.test(name) || /[@/]/.test(name)) return null;
  const [first = '', ...others] = name.split(/\s+/u);
  const bare = first.replace(/\.$/, '').toLowerCase();
  // An initial or a title alone would be impolite.
  const isShort = [...bare].length === 1 && others.length > 0 && /^\p{Script=Latin}$/u.test(bare);
  return (titles.has(bare) || isShort ? name : first.replace(/,$/, '')).slice(0, 60);
}
