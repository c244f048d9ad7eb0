import type { ReviewFilter } from '@kindling/contract/reviews';
import { UnstyledButton } from '@mantine/core';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { BulkBar } from '../triage/bulk-bar.tsx';
import { useMatchCount } from '../use-match-count.ts';
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
  const selectAll = t('inbox:selection.selectAll', {
    value: `${number(matches?.count ?? 0)}${matches?.more === true ? '+' : ''}`,
  });
  const offersAll = !selection.all && matches !== undefined && matches.count > selection.ids.size;
  return (
    <BulkBar
      selection={selection.all ? { filter } : { ids: [...selection.ids] }}
      count={selection.all ? (matches?.count ?? 0) : selection.ids.size}
      more={selection.all && matches?.more === true}
      onDone={selection.clear}
      below={
        <>
          {!selection.all && selection.ids.size >= maxSelected ? (
            <p className={css.limit}>{t('inbox:selection.limit', { value: number(maxSelected) })}</p>
          ) : null}
          {offersAll ? (
            <UnstyledButton className={css.all} title={selectAll} onClick={selection.selectAll}>
              {selectAll}
            </UnstyledButton>
          ) : null}
        </>
      }
    >
      <ExportMenu iconOnly filter={filter} {...(selection.all ? {} : { ids: [...selection.ids] })} />
    </BulkBar>
  );
}
