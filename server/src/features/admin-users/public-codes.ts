/** The codes that a pasted text may name: a bare code, an address of ours, or HTML that contains one. */

/** Codes of embeds, QR codes and NFC cards, and the ends of plain links. */
const code = '[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?';
const bareCode = new RegExp(`^${code}$`, 'i');
/** Codes of one text that are looked up. */
const maxCodes = 5;

/** In the order in which they stand in the text. */
export function publicCodesIn(text: string, publicUrl: string): string[] {
  const trimmed = text.trim();
  if (bareCode.test(trimmed)) return [trimmed.toLowerCase()];
  const origin = new URL(publicUrl).host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // `/e/<hash>/<code>.js`, `/e/<code>.js`, `/q/<code>`, `/n/<code>`, `/c/<slug>`, `/r/<slug>`; and the attribute of pasted code.
  const pattern = new RegExp(
    `${origin}/(?:e/(?:[\\w-]{20,}/)?|[qncr]/)(${code})|<kindling-reviews[^>]{0,200}?\\bcode=["']?(${code})`,
    'gi',
  );
  const found = Array.from(trimmed.matchAll(pattern), ([, one, other]) => (one ?? other ?? '').toLowerCase());
  return [...new Set(found)].slice(0, maxCodes);
}
