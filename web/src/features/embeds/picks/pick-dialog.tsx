import { sources as allSources } from 'virtual:kindling-build';
import { maxPicks } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import type { Source } from '@kindling/contract/platforms';
import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { SettingsForm } from '../settings/settings-form.ts';
import css from './picks.module.css';
import { PinToggle } from './pin-toggle.tsx';
import { ReviewSummary } from './review-summary.tsx';

// locale-keys: common.source.*
// locale-keys: widgets.picks.cannot.*

const pageSize = 20;
/** Milliseconds after the last keystroke before the search is sent. */
const typingPause = 300;

interface PickDialogProps {
  form: SettingsForm;
  unfilterableSources: Embed['unfilterableSources'];
  opened: boolean;
  onClose: () => void;
}

/** Finds reviews of the account and chooses them for the embed; every tick counts at once. */
export function PickDialog({ form, unfilterableSources, opened, onClose }: PickDialogProps) {
  const { t } = useText();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { pickedIds } = form.settings;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('widgets:picks.choose')}
      size="xl"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Candidates form={form} unfilterableSources={unfilterableSources} />
      <div className={css.foot}>
        <p role="status">
          {t('widgets:picks.chosen', { count: pickedIds.length, max: maxPicks })}
          {pickedIds.length >= maxPicks ? ` ${t('widgets:picks.full')}` : null}
        </p>
        <Button onClick={onClose}>{t('widgets:picks.done')}</Button>
      </div>
    </Modal>
  );
}

function Candidates({ form, unfilterableSources }: Pick<PickDialogProps, 'form' | 'unfilterableSources'>) {
  const { t } = useText();
  const { settings } = form;
  const offered = allSources.filter(
    (source) => settings.sources.length === 0 || settings.sources.includes(source),
  );
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), typingPause);
  const [source, setSource] = useState<Source | null>(offered.length === 1 ? (offered[0] ?? null) : null);
  const [rating, setRating] = useState(0);
  const [locationId] = settings.locationIds;
  const found = useInfiniteQuery(
    query.reviews.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        hidden: false,
        limit: pageSize,
        ...(search === '' ? {} : { search }),
        ...(source === null ? {} : { source }),
        ...(rating === 0 ? {} : { rating, ratingMode: 'up' as const }),
        ...(settings.locationIds.length === 1 && locationId !== undefined ? { locationId } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const reviews = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <div className={css.filters}>
        <TextInput
          type="search"
          label={t('widgets:picks.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label={t('widgets:picks.source')}
          value={source ?? ''}
          onChange={(event) => setSource(offered.find((one) => one === event.currentTarget.value) ?? null)}
          data={[
            ...(offered.length === 1 ? [] : [{ value: '', label: t('widgets:picks.everySource') }]),
            ...offered.map((value) => ({ value, label: t(`common:source.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('widgets:editor.minimumRating')}
          value={String(rating)}
          onChange={(event) => setRating(Number(event.currentTarget.value))}
          data={[
            { value: '0', label: t('widgets:editor.everyRating') },
            ...[5, 4, 3, 2, 1].map((count) => ({
              value: String(count),
              label: t('widgets:editor.ratingFrom', { count }),
            })),
          ]}
        />
      </div>
      <div className={css.candidates} aria-busy={found.isFetching}>
        {found.isError ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : found.isPending ? (
          <div className={css.skeleton} role="status" aria-label={t('common:loading')}>
            {[0, 1, 2, 3, 4].map((row) => (
              <Skeleton shape="rows" key={row} height={64} />
            ))}
          </div>
        ) : reviews.length === 0 ? (
          <p className={css.nothing}>{t('widgets:picks.nothing')}</p>
        ) : (
          <ul className={css.list} style={{ gap: 0 }} aria-label={t('widgets:picks.choose')}>
            {reviews.map((review) => (
              <Candidate
                key={review.id}
                review={review}
                form={form}
                unfilterableSources={unfilterableSources}
              />
            ))}
          </ul>
        )}
        {found.hasNextPage ? (
          <div className={css.more}>
            <Button
              variant="default"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('widgets:picks.more')}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}

interface CandidateProps extends Pick<PickDialogProps, 'form' | 'unfilterableSources'> {
  review: OwnReview;
}

function Candidate({ review, form, unfilterableSources }: CandidateProps) {
  const { t } = useText();
  const { pickedIds, sources, locationIds } = form.settings;
  const chosen = pickedIds.includes(review.id);
  const obstacle = unfilterableSources.includes(review.source)
    ? 'unfilterable'
    : sources.length > 0 && !sources.includes(review.source)
      ? 'other-source'
      : locationIds.length > 0 && !locationIds.includes(review.locationId)
        ? 'other-location'
        : null;
  const author = review.authorName ?? t('common:anonymous');
  return (
    <li className={css.candidate}>
      <Checkbox
        aria-label={t('widgets:picks.chooseOne', { name: author })}
        checked={chosen}
        disabled={!chosen && (obstacle !== null || pickedIds.length >= maxPicks)}
        onChange={(event) =>
          form.set(
            'pickedIds',
            event.currentTarget.checked
              ? [...pickedIds, review.id]
              : pickedIds.filter((id) => id !== review.id),
          )
        }
      />
      <ReviewSummary review={review} />
      <PinToggle review={review} author={author} />
      {obstacle === null ? null : <p className={css.state}>{t(`widgets:picks.cannot.${obstacle}`)}</p>}
    </li>
  );
}
