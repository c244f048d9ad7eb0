import type { ImportDetail } from '@kindling/contract/imports';
import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DescribeFile } from './describe-file.tsx';
import { DryRunResult, ImportCounts } from './dry-run-result.tsx';
import { ImportProblemNotice } from './import-problem-notice.tsx';
import css from './imports.module.css';
import { RowErrors } from './row-errors.tsx';
import { useImportAction } from './use-import-action.tsx';
import { isInProgress } from './use-imports.ts';

// locale-keys: imports.working.*
// locale-keys: imports.ended.*

/** What an import needs next, by how it stands. */
export function ImportSteps({ told }: { told: ImportDetail }) {
  const [changing, setChanging] = useState(false);
  const step = useRef<HTMLDivElement>(null);
  const shown = `${told.state} ${changing}`;
  const before = useRef(shown);
  // The button that was pressed is gone with its step: whoever goes by keyboard or ear goes on in the next one.
  useEffect(() => {
    if (before.current !== shown) step.current?.focus();
    before.current = shown;
  }, [shown]);
  return (
    <div ref={step} tabIndex={-1} className={css.step}>
      <Step told={told} changing={changing} onChange={setChanging} />
    </div>
  );
}

interface StepProps {
  told: ImportDetail;
  /** The owner went back from the dry run to the settings. */
  changing: boolean;
  onChange: (changing: boolean) => void;
}

function Step({ told, changing, onChange }: StepProps) {
  const { t } = useText();
  if (isInProgress(told)) return <ImportProgress told={told} />;
  if (told.state === 'read' || (told.state === 'checked' && changing))
    return <DescribeFile told={told} onChecking={() => onChange(false)} />;
  if (told.state === 'checked') return <DryRunResult told={told} onChange={() => onChange(true)} />;
  if (told.state === 'finished')
    return (
      <Panel title={t('imports:result.finishedTitle')}>
        <div className={css.inside}>
          <Notice tone="info">{t('imports:result.done')}</Notice>
          <ImportCounts told={told} />
          <LinkButton to="/reviews" className={css.start}>
            {t('imports:result.show')}
          </LinkButton>
          <RowErrors told={told} />
        </div>
      </Panel>
    );
  return (
    <Panel title={told.fileNames[0] ?? ''}>
      <div className={css.inside}>
        {told.problem === null ? null : <ImportProblemNotice told={told} />}
        <Notice tone="warn">
          {t(`imports:ended.${told.state as 'undone' | 'cancelled' | 'replaced' | 'failed' | 'uploading'}`)}
        </Notice>
        {told.state === 'failed' ? (
          <LinkButton to="/connections/import" className={css.start}>
            {t('imports:problem.other')}
          </LinkButton>
        ) : null}
      </div>
    </Panel>
  );
}

function ImportProgress({ told }: { told: ImportDetail }) {
  const { t, i18n } = useText();
  const stop = useImportAction(told.id, () => client.imports.cancel({ id: told.id }));
  const state = told.state as 'checking' | 'publishing' | 'undoing';
  const share = told.rows === 0 || state === 'undoing' ? null : Math.min(100, (told.done / told.rows) * 100);
  return (
    <Panel title={t(`imports:working.${state}`)}>
      <div className={css.inside}>
        <div className={css.sending} role="status">
          {share === null ? null : (
            <span className="k-num">
              {t('imports:working.rows', {
                count: told.rows,
                done: formatNumber(told.done, i18n.language),
                total: formatNumber(told.rows, i18n.language),
              })}
            </span>
          )}
          <Progress
            value={share ?? 100}
            animated={share === null || share === 100}
            aria-label={t('imports:working.progress')}
          />
          <span className={css.muted}>
            {state === 'publishing' ? `${t('imports:working.nothingYet')} ` : null}
            {t('imports:working.leave')}
          </span>
        </div>
        {state === 'undoing' ? null : (
          <Button variant="default" className={css.start} loading={stop.busy} onClick={stop.run}>
            {t('imports:result.stop')}
          </Button>
        )}
        {stop.errorNotice}
      </div>
    </Panel>
  );
}
