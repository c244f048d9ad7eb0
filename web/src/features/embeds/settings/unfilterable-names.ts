import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import type { Translate } from '../../../lib/i18n/text.ts';

// locale-keys: common.source.*

/** The names of the chosen sources that no filter and no pick may leave out, for a sentence; null without any. */
export function unfilterableNames(
  t: Translate,
  unfilterableSources: Embed['unfilterableSources'],
  { sources }: Pick<EmbedSettings, 'sources'>,
): string | null {
  const exempt = unfilterableSources.filter((source) => sources.length === 0 || sources.includes(source));
  return exempt.length === 0 ? null : exempt.map((source) => t(`common:source.${source}`)).join(', ');
}
