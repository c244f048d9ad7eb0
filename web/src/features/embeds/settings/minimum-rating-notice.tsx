import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';

// locale-keys: common.source.*

interface MinimumRatingNoticeProps {
  unfilterableSources: Embed['unfilterableSources'];
  settings: EmbedSettings;
}

/**
 * Says which of the chosen sources ignore the minimum rating, because the law of the account's market forbids filtering
 * them.
 */
export function MinimumRatingNotice({ unfilterableSources, settings }: MinimumRatingNoticeProps) {
  const { t } = useText();
  const ignoring = unfilterableSources.filter(
    (source) => settings.sources.length === 0 || settings.sources.includes(source),
  );
  if (settings.minimumRating === 1 || ignoring.length === 0) return null;
  const names = ignoring.map((source) => t(`common:source.${source}`)).join(', ');
  return <Notice tone="info">{t('widgets:editor.ratingLaw', { sources: names })}</Notice>;
}
