import { funnelPeriods } from '@kindling/contract/funnel-periods';
import type { Funnel } from '@kindling/contract/pipelines';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { formatPercent } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ChosenPipeline, PipelineChoice } from '../chosen-pipeline.tsx';
import collect from '../collect.module.css';
import { DoorTable } from './door-table.tsx';
import { funnelSteps } from './funnel-steps.ts';
import css from './results.module.css';
import { StepBars } from './step-bars.tsx';

// locale-keys: pipeline.results.step.*

/** What the page brought, step by step and door by door. */
export function ResultsTab() {
  return <ChosenPipeline>{({ id }) => <Results key={id} id={id} />}</ChosenPipeline>;
}

function Results({ id }: { id: string }) {
  const { t } = useText();
  const [days, setDays] = useState<(typeof funnelPeriods)[number]>('30');
  const found = useQuery(
    query.pipelines.funnel.queryOptions({ input: { id, days }, placeholderData: keepPreviousData }),
  );
  return (
    <div className={collect.stack}>
      <div className={collect.bar}>
        <PipelineChoice />
        <SegmentedControl
          className={css.period ?? ''}
          size="xs"
          aria-label={t('pipeline:results.period')}
          value={days}
          onChange={(value) => setDays(parseOption(value, funnelPeriods))}
          data={funnelPeriods.map((value) => ({
            value,
            label: t('pipeline:results.days', { count: Number(value) }),
          }))}
        />
      </div>
      {found.isPending ? (
        <div role="status" aria-label={t('common:loading')}>
          <Skeleton shape="chart" framed height={320} />
        </div>
      ) : null}
      {found.isError && found.data === undefined ? (
        <Panel>
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        </Panel>
      ) : null}
      {found.data === undefined ? null : <Report funnel={found.data.funnel} />}
    </div>
  );
}

function Report({ funnel }: { funnel: Funnel }) {
  const { t } = useText();
  const empty = funnelSteps.every((step) => funnel.total[step] === 0);
  return (
    <>
      {empty ? <p className={css.empty}>{t('pipeline:results.empty')}</p> : null}
      <Panel title={t('pipeline:results.title')}>
        <Steps total={funnel.total} />
        <p className={css.note}>{t('pipeline:results.note')}</p>
      </Panel>
      {funnel.doors.length === 0 ? null : (
        <Panel title={t('pipeline:results.doors')} flush>
          <DoorTable doors={funnel.doors} />
        </Panel>
      )}
    </>
  );
}

/** Each step with its number, and its share of the visits unless it exceeds them: one visit can open several links. */
function Steps({ total }: { total: Funnel['total'] }) {
  const { t, i18n } = useText();
  const share = (step: (typeof funnelSteps)[number]) =>
    step === 'visits' || total.visits === 0 || total[step] > total.visits
      ? ''
      : t('pipeline:results.ofVisits', { share: formatPercent(total[step] / total.visits, i18n.language) });
  return (
    <StepBars
      steps={funnelSteps.map((step) => ({
        key: step,
        name: t(`pipeline:results.step.${step}`),
        value: total[step],
        share: share(step),
      }))}
    />
  );
}
