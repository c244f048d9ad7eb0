import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { unfilterableNames } from './unfilterable-names.ts';

interface FilterLawNoticeProps {
  unfilterableSources: Embed['unfilterableSources'];
  settings: EmbedSettings;
}

/**
 * Says, while a filter is set, which of the chosen sources no filter applies to, because the law of the account's market forbids
 * leaving their reviews out.
 */
export function FilterLawNotice({ unfilterableSources, settings }: FilterLawNoticeProps) {
  const { t } = useText();
  const names = unfilterableNames(t, unfilterableSources, settings);
  if (names === null || !hasFilter(settings)) return null;
  return <Notice tone="info">{t('widgets:editor.filterLaw', { sources: names })}</Notice>;
}

function hasFilter(settings: EmbedSettings): boolean {
  const lists = ['includeWords', 'excludeWords', 'tagIds', 'excludeTagIds', 'reviewLanguages'] as const;
  return (
    settings.minimumRating > 1 || settings.withTextOnly || lists.some((list) => settings[list].length > 0)
  );
}
