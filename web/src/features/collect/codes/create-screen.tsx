import { maxCodesAtOnce, maxNameLength } from '@kindling/contract/code-files';
import { lookDesign } from '@kindling/contract/code-looks';
import { commonStart, readCodeNames } from '@kindling/contract/code-names';
import type { Pipeline } from '@kindling/contract/pipelines';
import { pathOf } from '@kindling/contract/screens';
import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { CodeForm, type CodeFormValues } from './code-form.tsx';
import css from './editor.module.css';
import { BackLink } from './editor-screen.tsx';
import { type Place, useFirstPlace, usePlacesReady } from './place-fields.tsx';

/** Addresses as long as every real one, because the code does not exist yet. */
const [sample = '', ...otherSamples] = ['k7m2p9xw3t', 'c4hs8vynqb', 'w5e9tj2rgd'].map(
  (code) => `${location.origin}/q/${code}`,
);

/** One new QR code, or several at once from a list of names. */
export function NewQrCodeScreen() {
  const { t } = useText();
  const words = useArea('print');
  const placesReady = usePlacesReady();
  const pipelines = useQuery(query.pipelines.list.queryOptions({ input: {} }));
  const list = pipelines.data?.pipelines ?? [];
  const place = useFirstPlace(list);
  if (place !== null && words.isSuccess && placesReady) return <NewCodes pipelines={list} place={place} />;
  const error = pipelines.error ?? words.error;
  return (
    <Page title={t('codes:create.title')} back={<BackLink />}>
      {error === null ? (
        <div className={css.loading} role="status" aria-label={t('common:loading')}>
          <Skeleton shape="form" framed height={520} />
          <Skeleton shape="text" framed height={520} />
        </div>
      ) : (
        <Panel>
          <ErrorState error={error} retry={() => void Promise.all([pipelines.refetch(), words.refetch()])} />
        </Panel>
      )}
    </Page>
  );
}

function NewCodes({ pipelines, place }: { pipelines: readonly Pipeline[]; place: Place }) {
  const { t } = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [several, setSeveral] = useState(false);
  const [typed, setTyped] = useState('');
  const [scans, setScans] = useState(false);
  const [values, setValues] = useState<CodeFormValues>({
    name: pipelines.find(({ id }) => id === place.pipelineId)?.name.slice(0, maxNameLength) ?? '',
    series: null,
    ...place,
    design: lookDesign('soft'),
  });
  const names = several ? readCodeNames(typed, maxCodesAtOnce) : [values.name.trim()];
  const tooLong = names.some((name) => name.length > maxNameLength);
  const complete = names.length > 0 && names.length <= maxCodesAtOnce && names[0] !== '' && !tooLong && scans;
  const create = useMutation({
    mutationFn: () => {
      const { pipelineId, locationId, design, series } = values;
      const group = several ? (series ?? commonStart(names)).trim() : '';
      return client.codes.create({
        kind: 'qr',
        names,
        series: group === '' ? null : group,
        pipelineId: pipelineId ?? '',
        locationId,
        design,
      });
    },
    onSuccess: async ({ ids }) => {
      await queries.invalidateQueries({ queryKey: query.codes.list.key() });
      const [id = ''] = ids;
      await navigate(ids.length === 1 ? generatePath(pathOf('qrCode'), { qrID: id }) : pathOf('qrCodes'));
    },
  });
  return (
    <Page
      title={t('codes:create.title')}
      lead={t('codes:create.lead')}
      back={<BackLink />}
      actions={
        <Button disabled={!complete} loading={create.isPending} onClick={() => create.mutate()}>
          {several ? t('codes:create.many', { count: names.length }) : t('codes:create.one')}
        </Button>
      }
    >
      {create.error === null ? null : (
        <div className={css.notices}>
          <Notice tone="bad" alert>
            <ErrorText error={create.error} />
          </Notice>
        </div>
      )}
      <CodeForm
        content={sample}
        others={otherSamples}
        values={values}
        onChange={setValues}
        onChecked={setScans}
        names={
          <div className={css.many}>
            <SegmentedControl
              aria-label={t('codes:create.howMany')}
              value={several ? 'several' : 'one'}
              onChange={(value) => setSeveral(value === 'several')}
              data={[
                { value: 'one', label: t('codes:create.oneCode') },
                { value: 'several', label: t('codes:create.several') },
              ]}
            />
            {several ? (
              <>
                <Textarea
                  label={t('codes:create.names')}
                  description={t('codes:create.namesHint')}
                  placeholder={t('codes:create.namesExample')}
                  autosize
                  minRows={4}
                  maxRows={10}
                  value={typed}
                  error={
                    names.length > maxCodesAtOnce
                      ? t('codes:create.tooMany', { most: maxCodesAtOnce })
                      : tooLong
                        ? t('codes:create.nameTooLong', { most: maxNameLength })
                        : null
                  }
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
                <TextInput
                  label={t('codes:create.series')}
                  description={t('codes:create.seriesHint')}
                  placeholder={commonStart(names)}
                  maxLength={maxNameLength}
                  value={values.series ?? ''}
                  onChange={(event) => setValues({ ...values, series: event.currentTarget.value || null })}
                />
                <p className={css.count} role="status">
                  {t('codes:create.count', { count: names.length })}
                </p>
              </>
            ) : (
              <TextInput
                label={t('codes:name')}
                description={t('codes:nameHint')}
                maxLength={maxNameLength}
                value={values.name}
                error={values.name.trim() === '' ? t('codes:nameMissing') : null}
                onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
              />
            )}
          </div>
        }
      />
    </Page>
  );
}
