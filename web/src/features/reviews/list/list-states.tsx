import type { ReviewFilter } from '@kindling/contract/reviews';
import { Button } from '@mantine/core';
import { IconCloudOff, IconFilterOff, IconMessages } from '@tabler/icons-react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { formatList } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { FirstStep } from '../../../ui/first-step.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Density } from '../density.ts';
import { rowHeights } from '../density.ts';
import { daysText } from '../filtering/date-chip.tsx';
import type { FilterField } from '../filtering/filter-fields.ts';
import { countFilters } from '../filters.ts';
import { SkeletonRow } from './skeleton-row.tsx';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** The list before its first page is there. */
export function ListSkeleton({ density }: { density: Density }) {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('common:loading')}>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-hidden="true">
        {skeletonRows.map((key) => (
          <SkeletonRow key={key} style={{ height: rowHeights[density] }} />
        ))}
      </ul>
    </div>
  );
}

/** No connection, and nothing read before it was lost. The list comes by itself when the connection is back. */
export function ListOffline() {
  const { t } = useText();
  return (
    <EmptyState
      icon={<IconCloudOff size={22} />}
      title={t('inbox:offlineTitle')}
      text={t('inbox:offlineText')}
    />
  );
}

interface ListEmptyProps {
  filter: ReviewFilter;
  fields: FilterField[];
  onClear: () => void;
}

/** No reviews at all, none that match, or a filter by something that no longer exists. */
export function ListEmpty({ filter, fields, onClear }: ListEmptyProps) {
  const { t, i18n } = useText();
  const mayConnect = useMayDo('connections.manage');
  if (countFilters(filter) === 0)
    return (
      <EmptyState
        icon={<IconMessages size={22} />}
        title={t('reviews:noneTitle')}
        text={t('reviews:noneText')}
        action={mayConnect ? <FirstStep /> : null}
      />
    );
  const gone = fields.filter(({ missing }) => missing);
  const active = [
    filter.search === undefined ? null : t('common:quoted', { words: filter.search }),
    daysText(t, filter, i18n.language),
    ...fields.map(({ shown }) => shown),
  ].filter((words) => words !== null);
  return (
    <EmptyState
      icon={<IconFilterOff size={22} />}
      title={t('reviews:noMatchTitle')}
      text={
        gone.length > 0
          ? t('inbox:goneFilter', {
              names: formatList(
                gone.map(({ label }) => label),
                i18n.language,
              ),
            })
          : t('inbox:activeFilters', { filters: formatList(active, i18n.language, 'unit') })
      }
      action={
        <Button variant="default" onClick={onClear}>
          {t('reviews:clear')}
        </Button>
      }
    />
  );
}
