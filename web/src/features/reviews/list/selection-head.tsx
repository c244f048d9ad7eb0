import type { ReviewFilter } from '@kindling/contract/reviews';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useMatchCount } from './list-head.tsx';
import css from './selection-head.module.css';
import { maxSelected, type SelectionState } from './use-selection.ts';

interface SelectionHeadProps {
  filter: ReviewFilter;
  selection: SelectionState;
}

/** Takes the place of the list's head while reviews are selected: how many, and what can be done with them. */
export function SelectionHead({ filter, selection }: SelectionHeadProps) {
  const { t, i18n } = useText();
  const matches = useMatchCount(filter, true);
  const number = (value: number) => formatNumber(value, i18n.language);
  const matching = matches === undefined ? null : `${number(matches.count)}${matches.more ? '+' : ''}`;
  const count = selection.all ? (matches?.count ?? 0) : selection.ids.size;
  const offersAll = !selection.all && matches !== undefined && matches.count > selection.ids.size;
  return (
    <div className={css.head}>
      <div className={css.line}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={t('inbox:selection.clear')}
          onClick={selection.clear}
        >
          <IconX size={18} />
        </ActionIcon>
        <strong className={css.count} role="status">
          {selection.all
            ? t('inbox:selection.all', { count, value: matching ?? '' })
            : t('inbox:selection.some', { count, value: number(count) })}
        </strong>
        {offersAll ? (
          <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
            {t('inbox:selection.selectAll', { value: matching ?? '' })}
          </Button>
        ) : null}
      </div>
      {!selection.all && selection.ids.size >= maxSelected ? (
        <p className={css.limit}>{t('inbox:selection.limit', { value: number(maxSelected) })}</p>
      ) : null}
    </div>
  );
}
