import type { Embed } from '@kindling/contract/embeds';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { embedKinds } from '../embed-kinds.ts';
import type { DraftEditor } from '../use-draft.ts';
import { PublicationTag } from '../widgets-screen.tsx';
import { BackLink } from './back-link.tsx';
import css from './editor.module.css';
import { EditorMenu } from './editor-menu.tsx';

interface EditorBarProps {
  embed: Embed;
  draft: DraftEditor;
  /** With room for a long label. */
  wide: boolean;
  publishing: boolean;
  onPublish: () => void;
  onOffline: (embed: Embed) => void;
}

/** Name, state and what is done most, in sight however far the settings scroll. */
export function EditorBar({ embed, draft, wide, publishing, onPublish, onOffline }: EditorBarProps) {
  const { t } = useText();
  const upToDate = embed.publishedAt !== null && !embed.changed && !draft.dirty;
  const steps = [
    { label: t('widgets:editor.undo'), Icon: IconArrowBackUp, run: draft.undo, can: draft.canUndo },
    { label: t('widgets:editor.redo'), Icon: IconArrowForwardUp, run: draft.redo, can: draft.canRedo },
  ];
  return (
    <header className={css.bar}>
      <div className={css.names}>
        <BackLink kind={embed.kind} wordsClass={css.backWords} />
        <div className={css.words}>
          <h1 className={css.title}>{draft.current.name || t(embedKinds[embed.kind].editTitle)}</h1>
          <div className={css.state}>
            <PublicationTag embed={{ ...embed, changed: embed.changed || draft.dirty }} />
            <SaveState draft={draft} />
          </div>
        </div>
      </div>
      <div className={css.actions}>
        {steps.map(({ label, Icon, run, can }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon variant="default" size={34} aria-label={label} disabled={!can} onClick={run}>
              <Icon size={18} />
            </ActionIcon>
          </Tooltip>
        ))}
        <EditorMenu embed={embed} draft={draft} onOffline={onOffline} />
        <Button
          className={css.publish}
          size="sm"
          disabled={upToDate || embed.takenDown !== null}
          loading={publishing}
          onClick={onPublish}
        >
          {t(wide && embed.publishedAt !== null ? 'widgets:editor.publishChanges' : 'widgets:editor.publish')}
        </Button>
      </div>
      <SaveFailure draft={draft} />
    </header>
  );
}

function SaveState({ draft }: { draft: DraftEditor }) {
  const { t } = useText();
  return (
    <span role="status" className={css.saving}>
      {draft.error === null
        ? t(draft.saving || draft.dirty ? 'widgets:editor.saving' : 'widgets:editor.saved')
        : null}
    </span>
  );
}

function SaveFailure({ draft }: { draft: DraftEditor }) {
  const { t } = useText();
  if (draft.error === null) return null;
  return (
    <p role="alert" className={css.unsaved}>
      <span>
        {t('widgets:editor.notSaved')} <ErrorText error={draft.error} />
      </span>
      <Button size="compact-xs" variant="default" onClick={() => void draft.flush().catch(() => undefined)}>
        {t('common:tryAgain')}
      </Button>
    </p>
  );
}
