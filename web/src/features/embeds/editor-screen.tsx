import type { EmbedKind } from '@kindling/contract/embed-settings';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { useText } from '../../lib/i18n/text.ts';
import { MissingPage } from '../../ui/missing-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BackLink } from './editor/back-link.tsx';
import css from './editor/editor.module.css';
import { Editor } from './editor/editor.tsx';
import { embedKinds } from './embed-kinds.ts';

export function WidgetEditorScreen() {
  return <EditorScreen kind="widget" id={useParams().widgetID ?? ''} />;
}

export function BadgeEditorScreen() {
  return <EditorScreen kind="badge" id={useParams().badgeID ?? ''} />;
}

function EditorScreen({ kind, id }: { kind: EmbedKind; id: string }) {
  const { t } = useText();
  // Never refetched automatically: a new answer must not overwrite what is being typed.
  const found = useQuery(
    query.embeds.get.queryOptions({ input: { id }, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  );
  // Badges and widgets have different addresses.
  if (found.data !== undefined && found.data.embed.kind !== kind)
    return <Navigate to={embedKinds[found.data.embed.kind].edit(id)} replace />;
  if (found.data !== undefined) return <Editor key={id} initial={found.data.embed} />;
  // The API rejects a malformed id as invalid input.
  if (found.isError && ['not-found', 'invalid-input'].includes(toApiError(found.error).code))
    return <MissingPage />;
  return (
    <Page title={t(embedKinds[kind].editTitle)} back={<BackLink kind={kind} />}>
      {found.isError ? (
        <Panel>
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        </Panel>
      ) : (
        <div className={css.split} role="status" aria-label={t('common:loading')}>
          <Skeleton shape="form" framed height={560} />
          <Skeleton shape="text" framed height={560} />
        </div>
      )}
    </Page>
  );
}
