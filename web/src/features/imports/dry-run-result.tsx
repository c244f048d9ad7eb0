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

const counts = ['added', 'changed', 'unchanged', 'invalid'] as const;

/** The counts of an import, planned or done. */
export function ImportCounts({ detail }: { detail: ImportDetail }) {
  const { t, i18n } = useText();
  return (
    <dl className={css.counts}>
      {counts.map((name) => (
        <div key={name} data-count={name}>
          <dt>{t(`imports:result.${name}`)}</dt>
          <dd className="k-num">{formatNumber(detail[name], i18n.language)}</dd>
          {detail.state === 'checked' ? (
            <dd className={css.muted}>{t(`imports:result.${name}Hint`)}</dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

/** The result of the dry run, and the button that runs the import. */
export function DryRunResult({ detail, onChange }: { detail: ImportDetail; onChange: () => void }) {
  const { t, i18n } = useText();
  const publish = useImportAction(detail.id, () => client.imports.publish({ id: detail.id }));
  const cancel = useImportAction(detail.id, () => client.imports.cancel({ id: detail.id }));
  const count = detail.added + detail.changed;
  return (
    <Panel title={t('imports:result.checkedTitle')}>
      <div className={css.inside}>
        <ImportCounts detail={detail} />
        {detail.settings === null ? null : (
          <UnmappedColumns detail={detail} mapping={detail.settings.mapping} />
        )}
        {count === 0 ? <Notice tone="info">{t('imports:result.nothing')}</Notice> : null}
        {publish.errorNotice}
        {cancel.errorNotice}
        <Group>
          {count === 0 ? null : (
            <Button onClick={publish.run} loading={publish.busy} disabled={cancel.busy}>
              {t('imports:result.import', { count, value: formatNumber(count, i18n.language) })}
            </Button>
          )}
          {detail.kind === 'table' ? (
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
        <RowErrors detail={detail} />
      </div>
    </Panel>
  );
}
