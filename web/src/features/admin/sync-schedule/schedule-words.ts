/** Sentences about platforms and listings. */
import type { ScheduledListing, SyncPlatform } from '@kindling/contract/admin-sync-schedule';
import { isErrorCode } from '@kindling/contract/errors';
import { formatNumber, formatRelative, formatWait } from '../../../lib/i18n/formats.ts';
import type { Translate } from '../../../lib/i18n/text.ts';

// locale-keys: admin-sync-schedule.limit.*
// locale-keys: admin-sync-schedule.connection.*
// locale-keys: common.source.*
// locale-keys: errors.*

export function platformName(
  t: Translate,
  { platform, access }: Pick<SyncPlatform, 'platform' | 'access'>,
): string {
  const name = t(`common:source.${platform}`);
  return access === 'oauth' ? name : t('admin-sync-schedule:apiKeyName', { platform: name });
}

/** How long until all due listings are read. */
export function forecastText(t: Translate, { forecast, listings }: SyncPlatform, language: string): string {
  if (listings.due === 0) return t('admin-sync-schedule:forecast.none');
  const due = { count: listings.due, value: formatNumber(listings.due, language) };
  if (forecast.limit === 'operator-pause') return t('admin-sync-schedule:forecast.paused', due);
  if (forecast.seconds === null) return t('admin-sync-schedule:forecast.never', due);
  const time = formatWait(Math.max(1, Math.ceil(forecast.seconds / 60)), language);
  return t('admin-sync-schedule:forecast.time', { ...due, time });
}

/** When the listing is read next, or why it is not. */
export function nextText(t: Translate, listing: ScheduledListing, language: string): string {
  if (listing.pausedByOperatorSince !== null)
    return t('admin-sync-schedule:next.operatorPause', {
      when: formatRelative(listing.pausedByOperatorSince, language),
    });
  if (listing.paused) return t('admin-sync-schedule:next.ownerPause');
  if (listing.connectionStatus !== 'active')
    return t(`admin-sync-schedule:connection.${listing.connectionStatus}`);
  if (listing.nextSyncAt === null) return t('admin-sync-schedule:next.held');
  const late = (Date.now() - Date.parse(listing.nextSyncAt)) / 60_000;
  if (late >= 1) return t('admin-sync-schedule:next.due', { time: formatWait(Math.floor(late), language) });
  return formatRelative(listing.nextSyncAt, language);
}

/** How the last run ended. */
export function outcomeText(t: Translate, { lastRun }: ScheduledListing, language: string): string {
  if (lastRun === null) return t('admin-sync-schedule:outcome.never');
  if (lastRun.outcome === 'running')
    return lastRun.error === null
      ? t('admin-sync-schedule:outcome.running')
      : t('admin-sync-schedule:outcome.interrupted');
  const when = formatRelative(lastRun.finishedAt ?? lastRun.startedAt, language);
  if (lastRun.outcome === 'succeeded') return t('admin-sync-schedule:outcome.succeeded', { when });
  if (lastRun.outcome === 'partial') return t('admin-sync-schedule:outcome.partial', { when });
  return t('admin-sync-schedule:outcome.failed', { when });
}

/** The error of the last run in words; null without one. */
export function problemText(t: Translate, { lastRun }: ScheduledListing): string | null {
  const error = lastRun?.error ?? null;
  return error === null ? null : reasonText(t, error);
}

export function reasonText(t: Translate, code: string): string {
  return t(`errors:${isErrorCode(code) ? code : 'unexpected'}`);
}

/** Empty when nothing is due: the pace matters to who waits. */
export function paceText(t: Translate, platform: SyncPlatform, language: string): string {
  const { pausedAt, forecast, listings } = platform;
  if (pausedAt !== null)
    return t('admin-sync-schedule:pausedSince', { when: formatRelative(pausedAt, language) });
  if (listings.due === 0) return '';
  const pace = t('admin-sync-schedule:pace', paceOf(platform, language));
  return forecast.limit === 'none' ? pace : `${t(`admin-sync-schedule:limit.${forecast.limit}`)} ${pace}`;
}

function paceOf({ forecast }: SyncPlatform, language: string) {
  const rounded = (value: number) => formatNumber(Math.round(value * 10) / 10, language);
  return { runs: rounded(forecast.runsPerMinute), due: rounded(forecast.duePerMinute) };
}
