import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { mayDo } from '../../lib/auth/rights.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './collect.module.css';
import { pipelineTabs } from './pipeline-tabs.ts';

// locale-keys: pipeline.tab.*

/** Everything around the pages on which visitors rate; the tab is part of the address. */
export function PipelineScreen() {
  const { t } = useText();
  const [params, setParams] = useSearchParams();
  const user = useAuth().additionalUserDetails;
  const tabs = pipelineTabs.filter(({ action }) => mayDo(user, action));
  const open = tabs.find(({ name }) => name === params.get('tab')) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  const openName = open?.name;
  // On a phone the list of tabs scrolls sideways, and the open one may be outside of it.
  useEffect(() => {
    const tab = openName === undefined ? null : list.current?.querySelector('[aria-selected="true"]');
    if (!(tab instanceof HTMLElement) || list.current === null) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [openName]);
  if (open === undefined) return null;
  const show = (name: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (name === null || name === pipelineTabs[0]?.name) next.delete('tab');
      else next.set('tab', name);
      return next;
    });
  return (
    <Page title={t('pipeline:title')} lead={t('pipeline:lead')}>
      <Tabs value={open.name} onChange={show} keepMounted={false} classNames={{ list: css.tabs ?? '' }}>
        <Tabs.List ref={list} aria-label={t('pipeline:tabs')}>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name} rightSection={name === 'held' ? <HeldCount /> : null}>
              {t(`pipeline:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={open.name} className={css.tabPanel}>
          <ErrorBoundary key={open.name}>
            <open.Content />
          </ErrorBoundary>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** How many submissions wait for a decision; nothing for zero. */
function HeldCount() {
  const { i18n } = useText();
  const enabled = useMayDo('submissions.judge');
  const figures = useQuery(query.submissions.figures.queryOptions({ input: {}, enabled }));
  const held = figures.data?.held ?? 0;
  return held === 0 ? null : <Tag tone="warn">{formatNumber(held, i18n.language)}</Tag>;
}
