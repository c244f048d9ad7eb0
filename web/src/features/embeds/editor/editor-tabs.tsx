import type { Embed } from '@kindling/contract/embeds';
import { Tabs, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsAccordion } from '../../../ui/settings-group.tsx';
import { EmbedCode } from '../embedding/embed-code.tsx';
import { EmbedPreview } from '../preview/embed-preview.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SharePreview } from '../sharing/share-preview.tsx';
import { Traffic } from '../traffic.tsx';
import type { DraftEditor } from '../use-draft.ts';
import css from './editor.module.css';

export const editorTabs = ['settings', 'preview', 'embed', 'traffic'] as const;
export type EditorTab = (typeof editorTabs)[number];

/** @param wide with room for the preview beside the settings, which then has no tab */
export function EditorTabList({ wide }: { wide: boolean }) {
  const { t } = useText();
  const tabs: [EditorTab, string][] = [
    ['settings', t('widgets:editor.settings')],
    ...(wide ? [] : [['preview', t('widgets:editor.preview')] satisfies [EditorTab, string]]),
    ['embed', t('widgets:editor.embed')],
    ['traffic', t('widgets:traffic.tab')],
  ];
  return (
    <Tabs.List className={css.tabs}>
      {tabs.map(([value, label]) => (
        <Tabs.Tab key={value} className={css.tab} value={value}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

interface EditorPanelsProps {
  embed: Embed;
  draft: DraftEditor;
  wide: boolean;
  publishing: boolean;
  /** Whether it was published here, which the panel with the code says. */
  justPublished: boolean;
  onPublish: () => void;
}

export function EditorPanels({
  embed,
  draft,
  wide,
  publishing,
  justPublished,
  onPublish,
}: EditorPanelsProps) {
  const { t } = useText();
  // With all groups open the settings are several thousand pixels tall.
  const [openGroup, setOpenGroup] = useState<string | null>();
  return (
    <>
      <Tabs.Panel value="settings" className={css.panel}>
        <SettingsAccordion value={{ opened: openGroup, setOpened: setOpenGroup }}>
          <TextInput
            label={t('widgets:name')}
            maxLength={80}
            value={draft.current.name}
            error={draft.current.name.trim() === '' ? t('widgets:editor.nameMissing') : null}
            onChange={(event) => draft.change('name', { ...draft.current, name: event.currentTarget.value })}
          />
          <SettingsForm
            embedId={embed.id}
            kind={embed.kind}
            settings={draft.current.settings}
            unfilterableSources={embed.unfilterableSources}
            error={draft.error}
            onChange={(field, settings) => draft.change(field, { ...draft.current, settings })}
          />
        </SettingsAccordion>
      </Tabs.Panel>
      {wide ? null : (
        <Tabs.Panel value="preview" className={css.panel}>
          <EmbedPreview
            id={embed.id}
            settings={draft.current.settings}
            first="phone"
            action={<SharePreview id={embed.id} saveDraft={draft.flush} />}
          />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="embed" className={css.panel}>
        {justPublished && embed.publishedAt !== null ? (
          <p role="status" className={css.published}>
            <IconCheck size={18} aria-hidden />
            {t('widgets:editor.publishedNow')}
          </p>
        ) : null}
        <EmbedCode embed={embed} onPublish={onPublish} publishing={publishing} />
      </Tabs.Panel>
      <Tabs.Panel value="traffic" className={css.panel}>
        <Traffic id={embed.id} />
      </Tabs.Panel>
    </>
  );
}
