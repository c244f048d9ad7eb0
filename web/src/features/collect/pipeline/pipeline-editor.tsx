import type { VisitorRating } from '@kindling/contract/pipeline-settings';
import type { Pipeline } from '@kindling/contract/pipelines';
import { ActionIcon, Box, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useUndoKeys } from '../../../lib/draft/use-undo-keys.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SettingsReadOnly } from '../../../ui/settings-group.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import css from './editor.module.css';
import { PhonePreview, type PreviewStep } from './phone-preview.tsx';
import { PipelineGroups } from './pipeline-groups.tsx';
import { type PipelineDraftEditor, usePipelineDraft } from './use-pipeline-draft.ts';

type Locations = readonly { id: string; name: string }[];

/** Waits for what the group that is open at first shows, so that nothing moves when it arrives. */
export function PipelineEditor({ pipeline }: { pipeline: Pipeline }) {
  const { t } = useText();
  const found = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const locations = locationsOf(pipeline, found.data?.businesses ?? []);
  const [first] = locations;
  const destinations = useQuery({
    ...query.pipelines.destinations.queryOptions({ input: { locationId: first?.id ?? '' } }),
    enabled: first !== undefined,
  });
  if (found.isError && found.data === undefined)
    return (
      <Panel>
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      </Panel>
    );
  if (found.isPending || (first !== undefined && destinations.isPending))
    return (
      <div className={css.split} role="status" aria-label={t('common:loading')}>
        <Skeleton shape="form" framed height={520} />
        <Box visibleFrom="md">
          <Skeleton shape="text" framed height={520} />
        </Box>
      </div>
    );
  return <Editor pipeline={pipeline} locations={locations} />;
}

/** The editor of a page, and beside it the page as a visitor sees it. */
function Editor({ pipeline, locations }: { pipeline: Pipeline; locations: Locations }) {
  const { t, i18n } = useText();
  const mayManage = useMayDo('pipelines.manage') && pipeline.editable;
  const draft = usePipelineDraft(pipeline);
  useUndoKeys(draft.undo, draft.redo);
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [side, setSide] = useState<'edit' | 'preview'>('edit');
  const [language, setLanguage] = useState(() => currentLanguage(i18n));
  const [step, setStep] = useState<PreviewStep>('rate');
  const [rating, setRating] = useState<VisitorRating>(5);
  const [chosenLocation, setLocation] = useState<string | null>(null);
  const locationId = chosenLocation ?? locations[0]?.id ?? null;
  const preview = (
    <PhonePreview
      id={pipeline.id}
      locationId={locationId}
      settings={draft.current.settings}
      language={language}
      onLanguage={setLanguage}
      step={step}
      onStep={setStep}
      rating={rating}
      onRating={setRating}
    />
  );
  return (
    <div className={css.editor}>
      {wide ? null : (
        <SegmentedControl
          fullWidth
          value={side}
          onChange={(value) => setSide(parseOption(value, ['edit', 'preview']))}
          data={[
            { value: 'edit', label: t('pipeline:editor.edit') },
            { value: 'preview', label: t('pipeline:editor.preview') },
          ]}
        />
      )}
      <div className={css.split}>
        {wide || side === 'edit' ? (
          <div className={css.side}>
            {mayManage ? (
              <SaveBar draft={draft} />
            ) : (
              <p className={css.readOnly}>{t('pipeline:editor.readOnly')}</p>
            )}
            <SettingsReadOnly value={!mayManage}>
              <PipelineGroups
                pipeline={pipeline}
                draft={draft}
                language={language}
                onLanguage={setLanguage}
                onShow={(shown) => {
                  setStep(shown.step);
                  if (shown.rating !== undefined) setRating(shown.rating);
                }}
                locations={locations}
                locationId={locationId}
                onLocation={setLocation}
              />
            </SettingsReadOnly>
          </div>
        ) : null}
        {wide || side === 'preview' ? <div className={css.beside}>{preview}</div> : null}
      </div>
    </div>
  );
}

/** The locations that the page is for. */
function locationsOf(
  { businessId, locationId }: Pipeline,
  businesses: readonly { id: string; locations: Locations }[],
): Locations {
  const business = businesses.find(({ id }) => id === businessId);
  return (business?.locations ?? []).filter(({ id }) => locationId === null || id === locationId);
}

/** What is not saved yet, how to save it, and what went wrong. */
function SaveBar({ draft }: { draft: PipelineDraftEditor }) {
  const { t } = useText();
  const { dirty, saving, restored, error, current } = draft;
  const code = error === null ? null : toApiError(error).code;
  const actions = [
    { label: t('pipeline:editor.undo'), Icon: IconArrowBackUp, run: draft.undo, can: draft.canUndo },
    { label: t('pipeline:editor.redo'), Icon: IconArrowForwardUp, run: draft.redo, can: draft.canRedo },
  ];
  return (
    <div className={css.save}>
      <div className={css.saveRow}>
        <span role="status" className={css.state} data-dirty={dirty || undefined}>
          {t(dirty ? 'pipeline:editor.unsaved' : 'pipeline:editor.saved')}
        </span>
        {actions.map(({ label, Icon, run, can }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon variant="default" size={32} aria-label={label} disabled={!can} onClick={run}>
              <Icon size={17} />
            </ActionIcon>
          </Tooltip>
        ))}
        <Button
          size="xs"
          loading={saving}
          disabled={!dirty || current.name.trim() === ''}
          onClick={draft.save}
        >
          {t('common:save')}
        </Button>
      </div>
      {restored ? (
        <Notice
          tone="info"
          action={
            <Button size="compact-xs" variant="default" onClick={draft.discard}>
              {t('pipeline:editor.discard')}
            </Button>
          }
        >
          {t('pipeline:editor.restored')}
        </Notice>
      ) : null}
      {code === 'conflict' ? (
        <Notice
          tone="warn"
          alert
          title={t('pipeline:editor.conflictTitle')}
          action={
            <div className={css.choices}>
              <Button size="compact-xs" variant="default" onClick={() => draft.takeNewer()}>
                {t('pipeline:editor.takeTheirs')}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => draft.saveOverNewer()}>
                {t('pipeline:editor.keepMine')}
              </Button>
            </div>
          }
        >
          {t('pipeline:editor.conflictText')}
        </Notice>
      ) : null}
      {code === null || code === 'conflict' ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={error} />
        </Notice>
      )}
    </div>
  );
}
