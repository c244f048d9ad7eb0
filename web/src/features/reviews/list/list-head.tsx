import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import { ActionIcon, Combobox, Tooltip, UnstyledButton, useCombobox } from '@mantine/core';
import {
  IconArrowsSort,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconCheck,
} from '@tabler/icons-react';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import type { Density } from '../density.ts';
import { defaultSort, sorts } from '../filters.ts';
import { useMatchCount } from '../use-match-count.ts';
import css from './list-head.module.css';

// locale-keys: inbox.sort.*

interface ListHeadProps {
  filter: ReviewFilter;
  sort: ReviewSort;
  /** True once the list is there: the embedded database runs one query at a time, and the list goes first. */
  listLoaded: boolean;
  density: Density;
  onSort: (sort: ReviewSort | undefined) => void;
  onDensity: (density: Density) => void;
}

/** How many reviews the list has, their order, and how close the rows are. */
export function ListHead({ filter, sort, listLoaded, density, onSort, onDensity }: ListHeadProps) {
  const { t } = useText();
  const other = density === 'compact' ? 'comfortable' : 'compact';
  const Icon = other === 'compact' ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  const name = other === 'compact' ? t('inbox:density.compact') : t('inbox:density.comfortable');
  return (
    <div className={css.head}>
      <MatchCount filter={filter} listLoaded={listLoaded} />
      <SortMenu filter={filter} sort={sort} onSort={onSort} />
      <Tooltip label={name} openDelay={400}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={name}
          onClick={() => onDensity(other)}
        >
          <Icon size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function MatchCount({ filter, listLoaded }: Pick<ListHeadProps, 'filter' | 'listLoaded'>) {
  const { t, i18n } = useText();
  const matches = useMatchCount(filter, listLoaded);
  return (
    <p className={css.count} role="status">
      {matches === undefined
        ? null
        : t('inbox:count', {
            count: matches.count,
            value: `${formatNumber(matches.count, i18n.language)}${matches.more ? '+' : ''}`,
          })}
    </p>
  );
}

function SortMenu({ filter, sort, onSort }: Pick<ListHeadProps, 'filter' | 'sort' | 'onSort'>) {
  const { t } = useText();
  const menu = useCombobox({
    onDropdownClose: () => {
      menu.resetSelectedOption();
      menu.focusTarget();
    },
    onDropdownOpen: () => menu.selectActiveOption(),
  });
  const offered = sorts.filter((one) => one !== 'relevance' || filter.search !== undefined);
  return (
    <Combobox
      store={menu}
      width={230}
      position="bottom-end"
      onOptionSubmit={(value) => {
        const chosen = sorts.find((one) => one === value);
        onSort(chosen === defaultSort(filter) ? undefined : chosen);
        menu.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={css.sort}
          aria-label={t('inbox:sortLabel', { name: t(`inbox:sort.${sort}`) })}
          onClick={() => menu.toggleDropdown()}
        >
          <IconArrowsSort size={16} stroke={1.75} aria-hidden />
          {t(`inbox:sort.${sort}`)}
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('inbox:order')}>
          {offered.map((one) => (
            <Combobox.Option key={one} value={one} active={one === sort} className={css.option}>
              <span>{t(`inbox:sort.${one}`)}</span>
              {one === sort ? <IconCheck size={16} aria-hidden /> : null}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
