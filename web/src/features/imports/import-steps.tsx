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

/** The next step of an import, by its state. */
export function ImportSteps({ detail }: { detail: ImportDetail }) {
  const [changing, setChanging] = useState(false);
  const step = useRef<HTMLDivElement>(null);
  const shown = `${detail.state} ${changing}`;
  const before = useRef(shown);
  // The pressed button disappears with its step, so the focus moves to the next one.
  useEffect(() => {
    if (before.current !== shown) step.current?.focus();
    before.current = shown;
  }, [shown]);
  return (
    <div ref={step} tabIndex={-1} className={css.step}>
      <Step detail={detail} changing={changing} onChange={setChanging} />
    </div>
  );
}

interface StepProps {
  detail: ImportDetail;
  /** True when the owner went back from the dry run to the settings. */
  changing: boolean;
  onChange: (changing: boolean) => void;
}

function Step({ detail, changing, onChange }: StepProps) {
  const { t } = useText();
  if (isInProgress(detail)) return <ImportProgress detail={detail} />;
  if (detail.state === 'read' || (detail.state === 'checked' && changing))
    return <DescribeFile detail={detail} onChecking={() => onChange(false)} />;
  if (detail.state === 'checked') return <DryRunResult detail={detail} onChange={() => onChange(true)} />;
  if (detail.state === 'finished')
    return (
      <Panel title={t('imports:result.finishedTitle')}>
        <div className={css.inside}>
          <Notice tone="info">{t('imports:result.done')}</Notice>
          <ImportCounts detail={detail} />
          <LinkButton to="/reviews" className={css.start}>
            {t('imports:result.show')}
          </LinkButton>
          <RowErrors detail={detail} />
        </div>
      </Panel>
    );
  return (
    <Panel title={detail.fileNames[0] ?? ''}>
      <div className={css.inside}>
        {detail.problem === null ? null : <ImportProblemNotice detail={detail} />}
        <Notice tone="warn">
          {t(`imports:ended.${detail.state as 'undone' | 'canceled' | 'replaced' | 'failed' | 'uploading'}`)}
        </Notice>
        {detail.state === 'failed' ? (
          <LinkButton to="/connections/import" className={css.start}>
            {t('imports:problem.other')}
          </LinkButton>
        ) : null}
      </div>
    </Panel>
  );
}

function ImportProgress({ detail }: { detail: ImportDetail }) {
  const { t, i18n } = useText();
  const stop = useImportAction(detail.id, () => client.imports.cancel({ id: detail.id }));
  const state = detail.state as 'checking' | 'publishing' | 'undoing';
  const share =
    detail.rows === 0 || state === 'undoing' ? null : Math.min(100, (detail.done / detail.rows) * 100);
  return (
    <Panel title={t(`imports:working.${state}`)}>
      <div className={css.inside}>
        <div className={css.sending} role="status">
          {share === null ? null : (
            <span className="k-num">
              {t('imports:working.rows', {
                count: detail.rows,
                done: formatNumber(detail.done, i18n.language),
                total: formatNumber(detail.rows, i18n.language),
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
