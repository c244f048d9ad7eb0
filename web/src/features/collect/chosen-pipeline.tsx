import type { Pipeline } from '@kindling/contract/pipelines';
import { NativeSelect } from '@mantine/core';
import { IconStars } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TakedownNotice } from '../../ui/takedown-notice.tsx';
import collect from './collect.module.css';

/** The pipelines, and the one in the address (`?pipeline=`), else the first. */
export function useChosenPipeline() {
  const [params, setParams] = useSearchParams();
  const list = useQuery(query.pipelines.list.queryOptions({ input: {} }));
  const pipelines = list.data?.pipelines ?? [];
  const chosen = pipelines.find(({ id }) => id === params.get('pipeline')) ?? pipelines[0] ?? null;
  const choose = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('pipeline');
      else next.set('pipeline', id);
      return next;
    });
  return { list, pipelines, chosen, choose };
}

interface ChosenPipelineProps {
  /** At the right of the choice. */
  aside?: ReactNode;
  children: (pipeline: Pipeline) => ReactNode;
}

/** Shows what belongs to the chosen pipeline, and the choice where there are several. */
export function ChosenPipeline({ aside, children }: ChosenPipelineProps) {
  const { t } = useText();
  const { list, chosen } = useChosenPipeline();
  if (list.isPending)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="form" framed height={420} />
      </div>
    );
  if (list.isError && list.data === undefined)
    return (
      <Panel>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Panel>
    );
  if (chosen === null)
    return (
      <Panel>
        <EmptyState
          icon={<IconStars size={22} />}
          title={t('pipeline:none.title')}
          text={t('pipeline:none.text')}
          action={aside}
        />
      </Panel>
    );
  if (chosen.takenDown === null) return children(chosen);
  return (
    <div className={collect.stack}>
      <TakedownNotice takenDown={chosen.takenDown} what="page" />
      {children(chosen)}
    </div>
  );
}

/** The choice between pipelines; nothing where there is only one. */
export function PipelineChoice() {
  const { t } = useText();
  const { pipelines, chosen, choose } = useChosenPipeline();
  if (pipelines.length < 2) return null;
  const several = new Set(pipelines.map(({ businessId }) => businessId)).size > 1;
  return (
    <NativeSelect
      aria-label={t('pipeline:choose')}
      value={chosen?.id ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      data={pipelines.map(({ id, name, businessName }) => ({
        value: id,
        label: several ? `${name} · ${businessName}` : name,
      }))}
    />
  );
}
