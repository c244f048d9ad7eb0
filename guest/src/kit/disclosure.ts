/**
 * The sentence about what an embed leaves out. Trust rule: it is always there when anything is left out, with numbers
 * and reasons; no setting can hide it.
 */
import type { OmissionReason, Snapshot } from '@kindling/contract/embeds';
import type { PluralKey, Texts } from './texts.ts';

/** Null exactly when nothing is left out and the business has put nothing first. */
export function disclosureText(snapshot: Snapshot, texts: Texts): string | null {
  const { shown, total, omitted, picked = 0, pinned = 0 } = snapshot.disclosure;
  if (omitted.length === 0 && picked + pinned === 0) return null;
  const { order } = snapshot.settings;
  // What the business puts first comes first, whatever its age and stars, so a superlative would be wrong.
  if (order !== 'pinned' && picked === 0 && shown > 0 && omitted.every(({ reason }) => reason === 'limit'))
    return texts.plural(order === 'highest' ? 'shownHighest' : 'shownNewest', shown, { total });
  return [
    texts.plural('shown', total, { shown }),
    picked > 0 ? texts.plural('picked', picked) : null,
    pinned > 0 ? texts.plural('pinned', pinned) : null,
    omittedText(snapshot, texts),
  ]
    .filter((part) => part !== null)
    .join('; ');
}

function omittedText(snapshot: Snapshot, texts: Texts): string | null {
  const named = snapshot.disclosure.omitted.filter(({ count }) => count > 0);
  if (named.length === 0) return null;
  const missing = named.reduce((sum, { count }) => sum + count, 0);
  const reasons = named
    .map(({ reason, count }) => {
      const words = omissionText(reason, count, snapshot, texts);
      return named.length === 1 ? words : `${texts.integer(count)} ${words}`;
    })
    .join(', ');
  return texts.plural('omitted', missing, { reasons });
}

function omissionText(reason: OmissionReason, count: number, snapshot: Snapshot, texts: Texts): string {
  if (reason === 'rating') {
    const max = Math.max(1, snapshot.disclosure.minimumRating - 1);
    return texts.plural('reason_rating', max, { max });
  }
  const byOrder: PluralKey = snapshot.settings.order === 'newest' ? 'reason_older' : 'reason_lower';
  return texts.plural(reason === 'limit' ? byOrder : `reason_${reason}`, count);
}
