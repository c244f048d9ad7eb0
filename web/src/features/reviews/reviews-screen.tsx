import { sources } from 'virtual:kindling-build';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Page } from '../../ui/page.tsx';
import { useDensity } from './density.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { FilterBar } from './filtering/filter-bar.tsx';
import { filterFields } from './filtering/filter-fields.ts';
import { useFilterData } from './filtering/use-filter-data.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { ListSection } from './list/list-section.tsx';
import type { ListHandle } from './list/use-list-handle.ts';
import { useSelection } from './list/use-selection.ts';
import { useSearchParts } from './marked-text.tsx';
import { MoreMenu } from './more-menu.tsx';
import { ReadingPlace } from './reading/reading-place.tsx';
import css from './reviews.module.css';
import { ManageTags } from './tags/manage-tags.tsx';
import { useTagsById } from './tags/use-tags.ts';
import { useAssigneesById } from './triage/use-assignees.ts';
import { UnrepliedBanner } from './unreplied-banner.tsx';
import { serializeAddress, useInboxAddress } from './use-inbox-address.ts';
import { useOpenReview } from './use-open-review.ts';
import { useScreenKeys } from './use-screen-keys.ts';
import { ViewsMenu } from './views/views-menu.tsx';

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
  const selection = useSelectionOf(filter);
  const list = useRef<ListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const open = useOpenReview(inbox, isWide);
  const mayTag = useMayDo('reviews.tag');
  const [managing, setManaging] = useState(false);
  const [helping, setHelping] = useState(false);
  const parts = useSearchParts(filter.search);
  const tags = useTagsById();
  const tagOf = useCallback((id: string) => tags.get(id), [tags]);
  const assignees = useAssigneesById();
  const own = useMemo(() => [...assignees.values()].find(({ you }) => you)?.userId, [assignees]);
  const assigneeOf = useCallback((id: string) => assignees.get(id), [assignees]);
  const showLocation = useMemo(
    () => (data.businesses?.flatMap(({ locations }) => locations).length ?? 0) > 1,
    [data.businesses],
  );
  useScreenKeys({ inbox, isWide, list, search, open, selection, onHelp: () => setHelping(true) });
  return (
    <Page
      title={t('reviews:title')}
      fill
      actions={
        <div className={css.actions}>
          <ViewsMenu inbox={inbox} />
          <ExportMenu filter={filter} sort={sort === 'oldest' ? 'oldest' : 'newest'} />
          <Button
            variant="default"
            className={css.named ?? ''}
            leftSection={<IconTags size={17} stroke={1.75} aria-hidden />}
            onClick={() => setManaging(true)}
          >
            {mayTag ? t('inbox:manageTags') : t('inbox:tags')}
          </Button>
          <MoreMenu onKeys={() => setHelping(true)} />
        </div>
      }
      lead={<UnrepliedBanner filtered={filter.answered === false} onChange={changeFilter} />}
    >
      <div className={css.screen} data-settling={data.isSettling || undefined}>
        <FilterBar filter={filter} fields={fields} own={own} onChange={changeFilter} searchRef={search} />
        <div className={css.inbox}>
          <section className={css.list} aria-label={t('inbox:listRegion')}>
            <ListSection
              inbox={inbox}
              fields={fields}
              chosen={open.id}
              density={density}
              onDensity={setDensity}
              isWide={isWide}
              showLocation={showLocation}
              tagOf={tagOf}
              assigneeOf={assigneeOf}
              selection={selection}
              hrefOf={(id) => `?${serializeAddress({ filter, sort, chosen: id })}`}
              handle={list}
              onFirst={open.onFirst}
              onNeighbors={open.onNeighbors}
            />
          </section>
          <ReadingPlace
            open={open}
            search={parts}
            showLocation={showLocation}
            isWide={isWide}
            onStep={(by) => list.current?.step(by, false)}
            onClose={inbox.close}
          />
        </div>
      </div>
      <ManageTags opened={managing} onClose={() => setManaging(false)} />
      <KeysDialog opened={helping} onClose={() => setHelping(false)} />
    </Page>
  );
}

/** A selection is of one list: it ends when the filters change. */
function useSelectionOf(filter: object) {
  const selection = useSelection();
  const { clear } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is what ends it
  useEffect(() => clear(), [clear, filter]);
  return selection;
}
