import type { HistoryEntry } from '@kindling/contract/review-marks';
import type { Review } from '@kindling/contract/reviews';
import type { Translate } from '../../../lib/i18n/text.ts';
import { verdictText } from '../../../lib/verdict-text.ts';

// locale-keys: triage.history.kind.*
// locale-keys: triage.history.fields.*
// locale-keys: triage.history.by.*
// locale-keys: reviews.hiding.reason.*
// locale-keys: common.source.*

type Source = Pick<Review, 'source'>;

/** What happened, in a few words. Tags are shown beside it. */
export function whatHappened(t: Translate, entry: HistoryEntry, review: Source, brand: string): string {
  const { kind } = entry;
  switch (kind) {
    case 'edited':
      return editWords(t, entry, review);
    case 'removed':
      return review.source === 'first-party'
        ? t('triage:history.withdrawn')
        : t('triage:history.kind.removed');
    case 'hidden':
      return entry.reason === null
        ? t('triage:history.hiddenPlain')
        : t('triage:history.hidden', { reason: t(`reviews:hiding.reason.${entry.reason}`) });
    case 'reported':
      return t('triage:history.reported', {
        reason: entry.reason === null ? '' : t(`reviews:hiding.reason.${entry.reason}`),
      });
    case 'assigned':
      return t('triage:history.assigned', { name: entry.assigneeName ?? t('triage:history.by.former') });
    case 'tagged':
      return t('triage:history.tagged');
    case 'untagged':
      return t('triage:history.untagged');
    case 'moved': {
      const to = entry.toLocation ?? t('triage:history.otherLocation');
      return entry.fromLocation === null
        ? t('triage:history.moved', { to })
        : t('triage:history.movedFrom', { from: entry.fromLocation, to });
    }
    case 'replied':
    case 'reply-changed':
    case 'reply-deleted': {
      const what = t(`triage:history.kind.${kind}`);
      return entry.where === 'outside' ? `${what} (${t('triage:history.outside', { brand })})` : what;
    }
    default:
      return t(`triage:history.kind.${kind}`);
  }
}

function editWords(t: Translate, { edit }: HistoryEntry, review: Source): string {
  const { fields = [], from, to } = edit ?? { fields: [], from: null, to: null };
  const words = [
    ...(from === null || to === null || from === undefined || to === undefined
      ? []
      : [
          t('triage:history.rating', {
            from: verdictWords(t, from, review),
            to: verdictWords(t, to, review),
          }),
        ]),
    ...fields.flatMap((field) => (field === 'rating' ? [] : [t(`triage:history.fields.${field}`)])),
  ];
  return words.length === 0 ? t('triage:history.kind.edited') : words.join(' · ');
}

type Verdict = NonNullable<NonNullable<HistoryEntry['edit']>['from']>;

function verdictWords(t: Translate, { rating, recommendation }: Verdict, { source }: Source): string {
  if (rating !== null) return '★'.repeat(rating);
  return verdictText(t, { source, recommendation }) ?? t('triage:history.none');
}

/** Who did it. */
export function whoDidIt(t: Translate, { by }: HistoryEntry, { source }: Source): string {
  const name = by.name ?? t('triage:history.by.former');
  switch (by.kind) {
    case 'person':
      return name;
    case 'admin':
      return by.adminName === null
        ? t('triage:history.by.admin', { name })
        : t('triage:history.by.namedAdmin', { admin: by.adminName, name });
    case 'platform':
      return t(`common:source.${source}`);
    default:
      return t(`triage:history.by.${by.kind}`);
  }
}
