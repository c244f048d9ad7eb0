import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportSteps } from './import-steps.tsx';
import css from './imports.module.css';
import { useLiveImports } from './use-imports.ts';

/** Milliseconds between two polls while the event stream is disconnected. */
const pollIntervalMs = 2_000;

/** `/connections/import`: starts an import, or continues the one named in the URL. */
export function ImportScreen() {
  const { t } = useText();
  const [params, setParams] = useSearchParams();
  const live = useLiveImports();
  const id = params.get('import');
  return (
    <Page
      title={t('imports:title')}
      lead={t('imports:lead')}
      back={
        <Anchor component={Link} to="/connections" size="sm">
          ← {t('app:nav.connections')}
        </Anchor>
      }
      actions={
        id === null ? null : (
          <LinkButton variant="default" to="/connections/import">
            {t('imports:new')}
          </LinkButton>
        )
      }
    >
      <div className={css.stack}>
        {id === null ? (
          <ChooseFile onRead={(next) => setParams({ import: next })} />
        ) : (
          <ImportDetails key={id} id={id} live={live} />
        )}
        <ImportHistory current={id} live={live} />
      </div>
    </Page>
  );
}

function ImportDetails({ id, live }: { id: string; live: boolean }) {
  const { t } = useText();
  const detail = useQuery(
    query.imports.get.queryOptions({ input: { id }, refetchInterval: live ? false : pollIntervalMs }),
  );
  if (detail.isPending)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="form" framed height={320} />
      </div>
    );
  if (detail.data === undefined)
    return (
      <Panel>
        <ErrorState error={detail.error} retry={() => void detail.refetch()} />
      </Panel>
    );
  return <ImportSteps detail={detail.data.import} />;
}
