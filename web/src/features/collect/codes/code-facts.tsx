import type { Code } from '@kindling/contract/codes';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { AddressLine } from '../address-line.tsx';
import { CodeFigures, qrFigures } from './code-figures.tsx';
import css from './editor.module.css';

const noFigures = { visits: 0, ratings: 0, clicks: 0, reviews: 0, messages: 0 };

/** The address that a code holds, and what it brought in 30 days. */
export function CodeFacts({ code }: { code: Code }) {
  const { t } = useText();
  const { data, isError } = useQuery(query.codes.list.queryOptions({ input: { kind: 'qr', days: '30' } }));
  const figures = data?.codes.find(({ id }) => id === code.id)?.figures;
  return (
    <Panel title={t('codes:editor.address')}>
      <div className={css.facts}>
        <AddressLine label={t('codes:editor.address')} url={code.url} opens={false} />
        {isError ? null : (
          // Keeps its room, so that nothing below moves when the figures arrive.
          <div style={figures === undefined ? { visibility: 'hidden' } : undefined}>
            <p className={css.count}>{t('codes:list.days.30')}</p>
            <CodeFigures figures={qrFigures(t, figures ?? noFigures)} />
          </div>
        )}
      </div>
    </Panel>
  );
}
