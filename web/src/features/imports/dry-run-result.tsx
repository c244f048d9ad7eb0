import type { ImportDetail } from '@kindling/contract/imports';
import { Button, Group } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './imports.module.css';
import { RowErrors } from './row-errors.tsx';
import { UnmappedColumns } from './unmapped-columns.tsx';
import { useImportAction } from './use-import-action.tsx';

// locale-keys: imports.result.*

const counts = ['added', 'changed', 'there', 'faulty'] as const;

/** What will happen, or has happened, in numbers. */
export function ImportCounts({ told }: { told: ImportDetail }) {
  const { t, i18n } = useText();
  return (
    <dl className={css.counts}>
      {counts.map((name) => (
        <div key={name} data-count={name}>
          <dt>{t(`imports:result.${name}`)}</dt>
          <dd className="k-num">{formatNumber(told[name], i18n.language)}</dd>
          {told.state === 'checked' ? <dd className={css.muted}>{t(`imports:result.${name}Hint`)}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** The dry run's answer, and the one button that makes it true. */
export function DryRunResult({ told, onChange }: { told: ImportDetail; onChange: () => void }) {
  const { t, i18n } = useText();
  const publish = useImportAction(told.id, () => client.imports.publish({ id: told.id }));
  const cancel = useImportAction(told.id, () => client.imports.cancel({ id: told.id }));
  const count = told.added + told.changed;
  return (
    <Panel title={t('imports:result.checkedTitle')}>
      <div className={css.inside}>
        <ImportCounts told={told} />
        {told.settings === null ? null : <UnmappedColumns told={told} mapping={told.settings.mapping} />}
        {count === 0 ? <Notice tone="info">{t('imports:result.nothing')}</Notice> : null}
        {publish.errorNotice}
        {cancel.errorNotice}
        <Group>
          {count === 0 ? null : (
            <Button onClick={publish.run} loading={publish.busy} disabled={cancel.busy}>
              {t('imports:result.import', { count, value: formatNumber(count, i18n.language) })}
            </Button>
          )}
          {told.kind === 'table' ? (
            <Button variant="default" onClick={onChange} disabled={publish.busy || cancel.busy}>
              {t('imports:result.back')}
            </Button>
          ) : null}
          <Button
            variant="subtle"
            color="gray"
            onClick={cancel.run}
            loading={cancel.busy}
            disabled={publish.busy}
          >
            {t('imports:result.giveUp')}
          </Button>
        </Group>
        <RowErrors told={told} />
      </div>
    </Panel>
  );
}
