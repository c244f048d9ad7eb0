import type { EmbedKind } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { ActionIcon, Anchor, Button, Tabs, TextInput, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconHistory,
  IconTrash,
  IconWorldOff,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { client, query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { useUndoKeys } from '../../lib/draft/use-undo-keys.ts';
import { useText } from '../../lib/i18n/text.ts';
import { MissingPage } from '../../ui/missing-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../ui/states.tsx';
import { TakedownNotice } from '../../ui/takedown-notice.tsx';
import { toast } from '../../ui/toast.ts';
import css from './editor.module.css';
import { embedKinds } from './embed-kinds.ts';
import { EmbedPreview } from './embed-preview.tsx';
import { EmbedCode } from './embedding/embed-code.tsx';
import { RemoveEmbed } from './remove-embed.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TakeOffline } from './take-offline.tsx';
import { Traffic } from './traffic.tsx';
import { type DraftEditor, useDraft } from './use-draft.ts';
import { useDuplicate } from './use-duplicate.tsx';
import { PublicationTag } from './widgets-screen.tsx';

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

function BackLink({ kind }: { kind: EmbedKind }) {
  const { t } = useText();
  return (
    <Anchor component={Link} to={embedKinds[kind].list} size="sm">
      ← {t(embedKinds[kind].title)}
    </Anchor>
  );
}

function Editor({ initial }: { initial: Embed }) {
  const { t } = useText();
  const [embed, setEmbed] = useState(initial);
  const [tab, setTab] = useState<string | null>('settings');
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const queries = useQueryClient();
  const draft = useDraft(
    initial,
    useCallback(
      (saved: Embed) => {
        setEmbed(saved);
        // Leaving the editor saves too, so the list may be on the screen already.
        void queries.invalidateQueries({ queryKey: query.embeds.list.key() });
      },
      [queries],
    ),
  );
  useUndoKeys(draft.undo, draft.redo);
  const publish = useMutation({
    mutationFn: async () => {
      await draft.flush();
      return client.embeds.publish({ id: initial.id });
    },
    onSuccess: async (answer) => {
      setEmbed(answer.embed);
      setTab('embed');
      toast({ tone: 'good', message: t('widgets:editor.publishedNow') });
      await queries.invalidateQueries({ queryKey: query.embeds.list.key() });
      await queries.invalidateQueries({ queryKey: query.analytics.key() });
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('widgets:editor.publishFailed'), message: <ErrorText error={error} /> }),
  });
  const upToDate = embed.publishedAt !== null && !embed.changed && !draft.dirty;
  return (
    <Page
      title={draft.current.name || t(embedKinds[embed.kind].editTitle)}
      back={<BackLink kind={embed.kind} />}
      actions={
        <>
          <EditorActions embed={embed} draft={draft} onOffline={setEmbed} />
          <Button
            disabled={upToDate || embed.takenDown !== null}
            loading={publish.isPending}
            onClick={() => publish.mutate()}
          >
            {embed.publishedAt === null ? t('widgets:editor.publish') : t('widgets:editor.publishChanges')}
          </Button>
        </>
      }
    >
      <p className={css.status}>
        <PublicationTag embed={{ ...embed, changed: embed.changed || draft.dirty }} />
        <SaveState draft={draft} />
      </p>
      {embed.takenDown === null ? null : (
        <div className={css.notice}>
          <TakedownNotice takenDown={embed.takenDown} what="embed" />
        </div>
      )}
      <div className={css.split}>
        <Tabs
          value={wide && tab === 'preview' ? 'settings' : tab}
          onChange={setTab}
          className={css.side}
          keepMounted={false}
        >
          <Tabs.List>
            <Tabs.Tab className={css.tab} value="settings">
              {t('widgets:editor.settings')}
            </Tabs.Tab>
            {wide ? null : (
              <Tabs.Tab className={css.tab} value="preview">
                {t('widgets:editor.preview')}
              </Tabs.Tab>
            )}
            <Tabs.Tab className={css.tab} value="embed">
              {t('widgets:editor.embed')}
            </Tabs.Tab>
            <Tabs.Tab className={css.tab} value="traffic">
              {t('widgets:traffic.tab')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="settings" className={css.panel}>
            <TextInput
              label={t('widgets:name')}
              maxLength={80}
              value={draft.current.name}
              error={draft.current.name.trim() === '' ? t('widgets:editor.nameMissing') : null}
              onChange={(event) =>
                draft.change('name', { ...draft.current, name: event.currentTarget.value })
              }
            />
            <SettingsForm
              embedId={embed.id}
              kind={embed.kind}
              settings={draft.current.settings}
              unfilterableSources={embed.unfilterableSources}
              error={draft.error}
              onChange={(field, settings) => draft.change(field, { ...draft.current, settings })}
            />
          </Tabs.Panel>
          {wide ? null : (
            <Tabs.Panel value="preview" className={css.panel}>
              <EmbedPreview id={embed.id} settings={draft.current.settings} first="phone" />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="embed" className={css.panel}>
            <EmbedCode embed={embed} onPublish={() => publish.mutate()} publishing={publish.isPending} />
          </Tabs.Panel>
          <Tabs.Panel value="traffic" className={css.panel}>
            <Traffic id={embed.id} />
          </Tabs.Panel>
        </Tabs>
        {wide ? (
          <div className={css.beside}>
            <EmbedPreview id={embed.id} settings={draft.current.settings} first="desktop" />
          </div>
        ) : null}
      </div>
    </Page>
  );
}

function SaveState({ draft }: { draft: DraftEditor }) {
  const { t } = useText();
  return (
    <span role="status" className={css.saving}>
      {draft.error === null ? (
        t(draft.saving || draft.dirty ? 'widgets:editor.saving' : 'widgets:editor.saved')
      ) : (
        <span className={css.bad}>
          {t('widgets:editor.notSaved')} <ErrorText error={draft.error} />{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void draft.flush().catch(() => undefined)}
          >
            {t('common:tryAgain')}
          </Button>
        </span>
      )}
    </span>
  );
}

interface EditorActionsProps {
  embed: Embed;
  draft: DraftEditor;
  onOffline: (embed: Embed) => void;
}

function EditorActions({ embed, draft, onOffline }: EditorActionsProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const duplicate = useDuplicate();
  const [removing, setRemoving] = useState(false);
  const [takingOffline, setTakingOffline] = useState(false);
  const { published } = embed;
  const actions = [
    { label: t('widgets:editor.undo'), Icon: IconArrowBackUp, run: draft.undo, disabled: !draft.canUndo },
    { label: t('widgets:editor.redo'), Icon: IconArrowForwardUp, run: draft.redo, disabled: !draft.canRedo },
    {
      label: t('widgets:editor.revert'),
      Icon: IconHistory,
      // A normal undo step. The name is not reverted, because it is never published.
      run: () => {
        if (published !== null) draft.change('revert', { ...draft.current, settings: published });
      },
      disabled: published === null || !(embed.changed || draft.dirty),
    },
    {
      label: t('widgets:duplicate'),
      Icon: IconCopy,
      run: () => duplicate.mutate({ id: embed.id, kind: embed.kind, ...draft.current }),
      disabled: duplicate.isPending,
    },
    ...(published === null
      ? []
      : [
          {
            label: t('widgets:offline.take'),
            Icon: IconWorldOff,
            run: () => setTakingOffline(true),
            disabled: false,
          },
        ]),
    { label: t('widgets:remove'), Icon: IconTrash, run: () => setRemoving(true), disabled: false },
  ];
  return (
    <>
      {actions.map(({ label, Icon, run, disabled }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon variant="default" size={36} aria-label={label} disabled={disabled} onClick={run}>
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
      <TakeOffline
        embed={{ ...embed, name: draft.current.name, changed: embed.changed || draft.dirty }}
        opened={takingOffline}
        onClose={() => setTakingOffline(false)}
        beforeUnpublish={draft.flush}
        onDone={onOffline}
      />
      <RemoveEmbed
        embed={embed}
        opened={removing}
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          draft.stopSaving();
          void navigate(embedKinds[embed.kind].list);
        }}
      />
    </>
  );
}
