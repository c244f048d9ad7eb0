import '@mantine/core/styles/Kbd.css';
import { ActionIcon, Kbd, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots, IconKeyboard, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ManageTemplates } from './templates/manage-templates.tsx';

/** Browsers do not say whether there is a keyboard; where there is a mouse or a touchpad, there is one too. */
const keyboardLikely = '(any-hover: hover) and (any-pointer: fine)';

/** What is done with the screen less often: the templates of replies, for those who may change them, and the keys. */
export function MoreMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useText();
  const mayManage = useMayDo('templates.manage');
  const [managing, setManaging] = useState(false);
  const hasKeyboard = useMediaQuery(keyboardLikely, undefined, { getInitialValueInEffect: false }) ?? false;
  if (!mayManage && !hasKeyboard) return null;
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('inbox:more')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayManage ? (
            <Menu.Item leftSection={<IconTemplate size={16} aria-hidden />} onClick={() => setManaging(true)}>
              {t('inbox:replyTemplates')}
            </Menu.Item>
          ) : null}
          {hasKeyboard ? (
            <Menu.Item
              leftSection={<IconKeyboard size={16} aria-hidden />}
              rightSection={
                <Kbd size="xs" aria-hidden>
                  ?
                </Kbd>
              }
              aria-keyshortcuts="?"
              onClick={onKeys}
            >
              {t('inbox:keys.title')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <ManageTemplates opened={managing} onClose={() => setManaging(false)} />
    </>
  );
}
