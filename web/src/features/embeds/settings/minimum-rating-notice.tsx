import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';

// locale-keys: common.source.*

interface MinimumRatingNoticeProps {
  keptWhole: Embed['keptWhole'];
  settings: EmbedSettings;
}

/** Says that a minimum rating does not reach all of the chosen reviews, where the law of the account's market holds. */
export function MinimumRatingNotice({ keptWhole, settings }: MinimumRatingNoticeProps) {
  const { t } = useText();
  const unfilterableSources = keptWhole.filter(
    (source) => settings.sources.length === 0 || settings.sources.includes(source),
  );
  if (settings.minimumRating === 1 || unfilterableSources.length === 0) return null;
  const names = unfilterableSources.map((source) => t(`common:source.${source}`)).join(', ');
  return <Notice tone="info">{t('widgets:editor.ratingLaw', { sources: names })}</Notice>;
}
