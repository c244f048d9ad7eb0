import { newPublicCode } from '../../lib/ids.ts';

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const replacements: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'dj', ł: 'l' };
const maxNameLength = 40;

/** Names under which a page would pass for one of ours. */
const reserved: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator api app apps assets auth billing blog contact dashboard demo dev docs
  email embed faq feedback health help home imprint info internal kindling kindling-help kindling-support legal login logout
  mail moderator news null official password pay payment payments privacy profile register review reviews root security
  service settings sign-in sign-up signin signup static status support system team terms test undefined verify webmaster
  www`.split(/\s+/),
);

export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug);
}

/**
 * The end of a plain link: the name in Latin letters, and six random characters, so that nobody finds the pages of others by
 * guessing. A name without Latin letters gives the random characters only.
 */
export function newSlug(name: string): string {
  const latin = inLatin(name);
  const random = newPublicCode().slice(0, 6);
  return latin === '' ? `${random}${newPublicCode().slice(0, 4)}` : `${latin}-${random}`;
}

/** Whether {@link newSlug} may have made the slug from this name; one that a person chose is no such slug. */
export function isSlugFrom(name: string, slug: string): boolean {
  const latin = inLatin(name);
  return slug.startsWith(latin) && /^(?:-[a-z0-9]{6}|[a-z0-9]{10})$/.test(slug.slice(latin.length));
}

function inLatin(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => replacements[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replace(/^-+|-+$/g, '');
}
