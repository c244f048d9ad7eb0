import type { CodeDesign } from '@kindling/contract/code-looks';
import type { ListedCode } from '@kindling/contract/codes';
import { pathOf } from '@kindling/contract/screens';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag } from '../../../ui/tag.tsx';
import { CodeFigures, qrFigures } from './code-figures.tsx';
import { CodePicture } from './code-picture.tsx';
import css from './codes.module.css';
import { RemoveCode } from './remove-code.tsx';
import { useDisableCode } from './use-disable-code.ts';

interface CodeRowProps {
  code: ListedCode;
  design: CodeDesign;
  selected: boolean;
  onSelect: (on: boolean) => void;
}

export function CodeRow({ code, design, selected, onSelect }: CodeRowProps) {
  const { t } = useText();
  const { id, name, figures } = code;
  return (
    <li className={css.row} data-disabled={code.disabledAt !== null}>
      <Checkbox
        className={css.check}
        aria-label={t('codes:list.select', { name })}
        checked={selected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <span className={css.picture}>
        <CodePicture content={code.url} design={design} label="" />
      </span>
      <span className={css.words}>
        <Link to={generatePath(pathOf('qrCode'), { qrID: id })} className={css.name}>
          {name}
        </Link>
        <span className={css.place}>
          {code.pipelineName ?? t('codes:list.orphan')}
          {code.locationName === null ? null : ` · ${code.locationName}`}
        </span>
        {code.disabledAt === null ? null : (
          <span className={css.tags}>
            <Tag tone="warn">{t('codes:list.disabled')}</Tag>
          </span>
        )}
      </span>
      <CodeFigures figures={qrFigures(t, figures)} />
      {code.editable ? <CodeMenu code={code} /> : null}
    </li>
  );
}

/** The menu of a row, with the dialog that it opens. */
export function CodeMenu({ code }: { code: ListedCode }) {
  const { t } = useText();
  const [removing, setRemoving] = useState(false);
  const disable = useDisableCode(code.id);
  const disabled = code.disabledAt !== null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            className={css.menu}
            variant="subtle"
            color="gray"
            size={36}
            loading={disable.isPending}
            aria-label={t('codes:list.actions', { name: code.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={disabled ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            onClick={() => disable.mutate(!disabled)}
          >
            {t(disabled ? 'codes:list.enable' : 'codes:list.disable')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
            {t('codes:list.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveCode code={code} opened={removing} onClose={() => setRemoving(false)} />
    </>
  );
}
