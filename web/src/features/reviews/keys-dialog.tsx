import '@mantine/core/styles/Kbd.css';
import { Kbd, Modal } from '@mantine/core';
import { useText } from '../../lib/i18n/text.ts';
import css from './keys.module.css';

// locale-keys: inbox.keys.*

const keys = [
  [['j', '↓'], 'next'],
  [['k', '↑'], 'previous'],
  [['Home'], 'first'],
  [['End'], 'last'],
  [['Enter', 'o'], 'open'],
  [['Esc'], 'back'],
  [['r'], 'reply'],
  [['t'], 'tag'],
  [['x'], 'select'],
  [['⇧ x'], 'range'],
  [['/'], 'search'],
  [['?'], 'help'],
] as const;

/** The keys of the screen. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('inbox:keys.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <dl className={css.keys}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{t(`inbox:keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
