import { maxTagNameLength } from '@kindling/contract/tags';
import { Combobox, Loader, type useCombobox } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { compareTexts } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { TagChip } from './tag-chip.tsx';
import css from './tags.module.css';
import { type NamedTag, useNamedTags } from './use-tags.ts';

/** The value of the option that creates a tag. */
export const createsTag = '+';

interface TagOptionsProps {
  store: ReturnType<typeof useCombobox>;
  search: string;
  onSearch: (search: string) => void;
  /** With a tick. */
  chosen: readonly string[];
  mayCreate: boolean;
  /** What did not work. */
  problem: ReactNode;
}

/** The dropdown of a tag picker: a search, the tags that match it, and one that creates what was typed. */
export function TagOptions({ store, search, onSearch, chosen, mayCreate, problem }: TagOptionsProps) {
  const { t } = useText();
  const { data, isPending, error: loadError } = useNamedTags();
  const searchLabel = mayCreate ? t('tags:search') : t('tags:find');
  const matching = useMatching(data ?? [], search);
  const creates =
    mayCreate && search.trim() !== '' && data !== undefined && !matching.some((one) => one.exact);
  // Enter takes the best match. The options exist after rendering only, and change with the tags that match.
  const selectFirst = useEffectEvent((typed: string) => {
    if (typed.trim() !== '') store.selectFirstOption();
  });
  useEffect(() => selectFirst(search), [search]);
  return (
    <Combobox.Dropdown>
      <Combobox.Search
        value={search}
        maxLength={maxTagNameLength}
        onChange={(event) => onSearch(event.currentTarget.value)}
        placeholder={searchLabel}
        aria-label={searchLabel}
        dir="auto"
      />
      <Combobox.Options mah={264} style={{ overflowY: 'auto' }}>
        {matching.map(({ tag }) => (
          <Combobox.Option key={tag.id} value={tag.id} active={chosen.includes(tag.id)}>
            <span className={css.option}>
              <span className={css.tick}>
                {chosen.includes(tag.id) ? <IconCheck size={16} aria-hidden /> : null}
              </span>
              <TagChip tag={tag} />
            </span>
          </Combobox.Option>
        ))}
        {creates ? (
          <Combobox.Option value={createsTag}>
            <span className={css.option}>
              <IconPlus className={css.tick} size={16} aria-hidden />
              <span className={css.creates}>{t('tags:create', { name: search.trim() })}</span>
            </span>
          </Combobox.Option>
        ) : null}
        {isPending ? (
          <Combobox.Empty>
            <Loader size="xs" aria-label={t('common:loading')} />
          </Combobox.Empty>
        ) : matching.length === 0 && !creates && loadError === null ? (
          <Combobox.Empty>
            {search !== '' ? t('tags:noMatch') : mayCreate ? t('tags:noneYet') : t('tags:none')}
          </Combobox.Empty>
        ) : null}
      </Combobox.Options>
      {problem === null && loadError === null ? null : (
        <p className={css.problem} role="alert">
          {problem ?? <ErrorText error={loadError} />}
        </p>
      )}
    </Combobox.Dropdown>
  );
}

/** Tags whose name contains what is typed, whatever its case and accents; `exact`: it is this name. */
function useMatching(tags: readonly NamedTag[], search: string) {
  const { i18n } = useText();
  const compare = compareTexts(i18n.language);
  const wanted = plain(search.trim());
  return tags
    .map((tag) => ({ tag, key: plain(tag.name) }))
    .filter(({ key }) => key.includes(wanted))
    .sort((one, other) => compare(one.tag.name, other.tag.name))
    .map(({ tag, key }) => ({ tag, exact: key === wanted }));
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/gu, ' ');
}
