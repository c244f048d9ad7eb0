import type { Embed } from '@kindling/contract/embeds';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconHistory, IconTrash, IconWorldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../lib/i18n/text.ts';
import { embedKinds } from '../embed-kinds.ts';
import { RemoveEmbed } from '../remove-embed.tsx';
import { TakeOffline } from '../take-offline.tsx';
import type { DraftEditor } from '../use-draft.ts';
import { useDuplicate } from '../use-duplicate.tsx';

interface EditorMenuProps {
  embed: Embed;
  draft: DraftEditor;
  onOffline: (embed: Embed) => void;
}

/** What is done rarely or cannot be undone, with the dialogs that it opens. */
export function EditorMenu({ embed, draft, onOffline }: EditorMenuProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const duplicate = useDuplicate();
  const [removing, setRemoving] = useState(false);
  const [takingOffline, setTakingOffline] = useState(false);
  const { published } = embed;
  const { name } = draft.current;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label={t('widgets:actions', { name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {published === null ? null : (
            <Menu.Item
              leftSection={<IconHistory size={16} />}
              disabled={!(embed.changed || draft.dirty)}
              // A normal undo step. The name is not reverted, because it is never published.
              onClick={() => draft.change('revert', { ...draft.current, settings: published })}
            >
              {t('widgets:editor.revert')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            disabled={duplicate.isPending}
            onClick={() => duplicate.mutate({ id: embed.id, kind: embed.kind, ...draft.current })}
          >
            {t('widgets:duplicate')}
          </Menu.Item>
          {published === null ? null : (
            <Menu.Item leftSection={<IconWorldOff size={16} />} onClick={() => setTakingOffline(true)}>
              {t('widgets:offline.take')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
            {t('widgets:remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TakeOffline
        embed={{ ...embed, name, changed: embed.changed || draft.dirty }}
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
