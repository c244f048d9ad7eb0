import type { ImportDetail } from '@kindling/contract/imports';
import { Button, Group } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Faults } from './faults.tsx';
import css from './imports.module.css';
import { LeftOut } from './left-out.tsx';
import { useAct } from './use-act.tsx';

// locale-keys: imports.result.*

const counts = ['added', 'changed', 'there', 'faulty'] as const;

/** What will happen, or has happened, in numbers. */
export function Counts({ told }: { told: ImportDetail }) {
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
export function Result({ told, onChange }: { told: ImportDetail; onChange: () => void }) {
  const { t, i18n } = useText();
  const publish = useAct(told.id, () => client.imports.publish({ id: told.id }));
  const giveUp = useAct(told.id, () => client.imports.cancel({ id: told.id }));
  const count = told.added + told.changed;
  return (
    <Panel title={t('imports:result.checkedTitle')}>
      <div className={css.inside}>
        <Counts told={told} />
        {told.settings === null ? null : <LeftOut told={told} mapping={told.settings.mapping} />}
        {count === 0 ? <Notice tone="info">{t('imports:result.nothing')}</Notice> : null}
        {publish.fault}
        {giveUp.fault}
        <Group>
          {count === 0 ? null : (
            <Button onClick={publish.act} loading={publish.busy} disabled={giveUp.busy}>
              {t('imports:result.import', { count, value: formatNumber(count, i18n.language) })}
            </Button>
          )}
          {told.kind === 'table' ? (
            <Button variant="default" onClick={onChange} disabled={publish.busy || giveUp.busy}>
              {t('imports:result.back')}
            </Button>
          ) : null}
          <Button
            variant="subtle"
            color="gray"
            onClick={giveUp.act}
            loading={giveUp.busy}
            disabled={publish.busy}
          >
            {t('imports:result.giveUp')}
          </Button>
        </Group>
        <Faults told={told} />
      </div>
    </Panel>
  );
}
