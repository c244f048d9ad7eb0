import type { Embed } from '@kindling/contract/embeds';
import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useUndoKeys } from '../../../lib/draft/use-undo-keys.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { TakedownNotice } from '../../../ui/takedown-notice.tsx';
import { embedKinds } from '../embed-kinds.ts';
import { EmbedPreview } from '../preview/embed-preview.tsx';
import { SharePreview } from '../sharing/share-preview.tsx';
import { type DraftEditor, useDraft } from '../use-draft.ts';
import css from './editor.module.css';
import { EditorBar } from './editor-bar.tsx';
import { EditorPanels, type EditorTab, EditorTabList, editorTabs } from './editor-tabs.tsx';

/** The editor of one widget or badge: a bar that stays in sight, settings on one side, the preview on the other. */
export function Editor({ initial }: { initial: Embed }) {
  const { t } = useText();
  const [embed, setEmbed] = useState(initial);
  const [chosenTab, setTab] = useState<EditorTab>('settings');
  const side = useRef<HTMLDivElement>(null);
  const showTab = (tab: EditorTab) => {
    setTab(tab);
    // What scrolls is the pane, or the page where there is one column.
    side.current?.scrollTo({ top: 0 });
    window.scrollTo({ top: 0 });
  };
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false;
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
  usePageTitle(draft.current.name || t(embedKinds[embed.kind].editTitle));
  const publish = usePublish(draft, initial.id, (published) => {
    setEmbed(published);
    showTab('embed');
  });
  const tab = wide && chosenTab === 'preview' ? 'settings' : chosenTab;
  return (
    <Tabs
      className={css.editor}
      value={tab}
      onChange={(value) => showTab(parseOption(value ?? '', editorTabs))}
      keepMounted={false}
    >
      <div className={css.top}>
        <EditorBar
          embed={embed}
          draft={draft}
          wide={wide}
          publishing={publish.isPending}
          onPublish={() => publish.mutate()}
          onOffline={(offline) => {
            publish.reset();
            setEmbed(offline);
          }}
        />
        {wide ? null : <EditorTabList wide={wide} />}
      </div>
      {publish.isError ? (
        <div className={css.notice}>
          <Notice tone="bad" title={t('widgets:editor.publishFailed')} alert>
            <ErrorText error={publish.error} />
          </Notice>
        </div>
      ) : null}
      {embed.takenDown === null ? null : (
        <div className={css.notice}>
          <TakedownNotice takenDown={embed.takenDown} what="embed" />
        </div>
      )}
      <div className={css.split}>
        <div ref={side} className={css.side}>
          {wide ? <EditorTabList wide={wide} /> : null}
          <EditorPanels
            embed={embed}
            draft={draft}
            wide={wide}
            publishing={publish.isPending}
            justPublished={publish.isSuccess}
            onPublish={() => publish.mutate()}
          />
        </div>
        {wide ? (
          <div className={css.beside}>
            <EmbedPreview
              id={embed.id}
              settings={draft.current.settings}
              first="desktop"
              action={<SharePreview id={embed.id} saveDraft={draft.flush} />}
            />
          </div>
        ) : null}
      </div>
    </Tabs>
  );
}

function usePublish(draft: DraftEditor, id: string, onPublished: (embed: Embed) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await draft.flush();
      return client.embeds.publish({ id });
    },
    onSuccess: async (answer) => {
      onPublished(answer.embed);
      await queries.invalidateQueries({ queryKey: query.embeds.list.key() });
      await queries.invalidateQueries({ queryKey: query.analytics.key() });
    },
  });
}
