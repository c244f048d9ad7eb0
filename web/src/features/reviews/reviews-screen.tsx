import { sources } from 'virtual:kindling-build';
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Page } from '../../ui/page.tsx';
import { useDensity } from './density.ts';
import { FilterBar } from './filtering/filter-bar.tsx';
import { filterFields } from './filtering/filter-fields.ts';
import { useFilterData } from './filtering/use-filter-data.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { ListSection } from './list/list-section.tsx';
import type { ListHandle } from './list/review-list.tsx';
import type { ListRequest } from './list/use-review-pages.ts';
import { useSelection } from './list/use-selection.ts';
import { useSearchParts } from './marked-text.tsx';
import { ReadingPane } from './reading/reading-pane.tsx';
import { findReadReview } from './review-cache.ts';
import css from './reviews.module.css';
import { UnrepliedBanner } from './unreplied-banner.tsx';
import { serializeAddress, useInboxAddress } from './use-inbox-address.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

/** From this width on, the list and the open review are side by side. */
const wideWindow = '(min-width: 1100px)';

/** All reviews: the list, and the one that is open beside it or over it. */
export function ReviewsScreen() {
  const { t, i18n } = useText();
  const inbox = useInboxAddress();
  const { filter, sort, changeFilter } = inbox;
  const isWide = useMediaQuery(wideWindow, undefined, { getInitialValueInEffect: false }) ?? false;
  const data = useFilterData();
  const fields = filterFields({ t, language: i18n.language, filter, onChange: changeFilter, data, sources });
  const [density, setDensity] = useDensity();
  const selection = useSelection();
  const { clear } = selection;
  // A selection is of one list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is what ends it
  useEffect(() => clear(), [clear, filter]);
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const article = useRef<HTMLElement>(null);
  const { open, onFirst } = useOpenReview(inbox.chosen, isWide);
  const [composing, setComposing] = useState<string | null>(null);
  const [helping, setHelping] = useState(false);
  const parts = useSearchParts(filter.search);
  const tags = useMemo(() => new Map(data.tags?.map((tag) => [tag.id, tag])), [data.tags]);
  const tagOf = useCallback((id: string) => tags.get(id), [tags]);
  const showLocation = (data.businesses?.flatMap(({ locations }) => locations).length ?? 0) > 1;
  const reply = useReplyKey((id) => {
    if (!isWide) inbox.choose(id);
    setComposing(id);
  });
  useInboxKeys({
    step: (by) => list.current?.step(by),
    open() {
      const id = list.current?.current() ?? null;
      if (id === null) return;
      inbox.choose(id);
      if (isWide) article.current?.focus();
    },
    close() {
      if (selection.active) selection.clear();
      else if (article.current?.contains(document.activeElement)) list.current?.focus();
      else return false;
      return true;
    },
    reply: () => reply(isWide || inbox.chosen !== null ? open : (list.current?.current() ?? null)),
    tag: () => undefined,
    select: (range) => list.current?.toggleSelected(range),
    search: () => search.current?.focus(),
    help: () => setHelping(true),
  });
  const reading =
    open === null ? null : (
      <ReadingPane
        id={open}
        search={parts}
        showLocation={showLocation}
        composing={composing === open}
        onComposingChange={(now) => setComposing(now ? open : null)}
        onBack={isWide ? null : inbox.close}
        articleRef={article}
      />
    );
  return (
    <Page
      title={t('reviews:title')}
      fill
      lead={<UnrepliedBanner filtered={filter.answered === false} onChange={changeFilter} />}
    >
      <div className={css.screen}>
        <FilterBar filter={filter} fields={fields} onChange={changeFilter} searchRef={search} />
        <div className={css.inbox}>
          <section className={css.list} aria-label={t('inbox:listRegion')}>
            <ListSection
              inbox={inbox}
              fields={fields}
              chosen={open}
              density={density}
              onDensity={setDensity}
              pane={isWide ? pane : null}
              showLocation={showLocation}
              tagOf={tagOf}
              selection={selection}
              hrefOf={(id) => `?${serializeAddress({ filter, sort, chosen: id })}`}
              handle={list}
              onFirst={onFirst}
            />
          </section>
          {isWide ? (
            <section className={css.reading} aria-label={t('inbox:readingRegion')}>
              {reading}
            </section>
          ) : null}
        </div>
      </div>
      {isWide ? null : (
        <Drawer
          opened={open !== null}
          onClose={inbox.close}
          position="right"
          size="min(100%, 720px)"
          withCloseButton={false}
          padding={0}
          attributes={{ content: { 'data-page-keys': '' } }}
          aria-label={t('inbox:readingRegion')}
        >
          {reading}
        </Drawer>
      )}
      <KeysDialog opened={helping} onClose={() => setHelping(false)} />
    </Page>
  );
}

/** The open review: that of the address, or in a wide window the first one of the list. */
function useOpenReview(chosen: string | null, isWide: boolean) {
  const [first, setFirst] = useState<{ request: ListRequest; id: string | null } | null>(null);
  /** The first one stays open when newer ones arrive, because somebody may be reading it. */
  const onFirst = useCallback((request: ListRequest, id: string | null) => {
    setFirst((now) => (now !== null && now.request === request && now.id !== null ? now : { request, id }));
  }, []);
  return { open: chosen ?? (isWide ? (first?.id ?? null) : null), onFirst };
}

/** Opens the composer of a review that can be replied to here. */
function useReplyKey(compose: (id: string) => void): (id: string | null) => boolean {
  const queries = useQueryClient();
  const mayReply = useMayDo('reviews.reply');
  return (id) => {
    const review = id === null ? undefined : findReadReview(queries, id);
    if (!mayReply || review?.replyBox.state !== 'open') return false;
    compose(review.id);
    return true;
  };
}
