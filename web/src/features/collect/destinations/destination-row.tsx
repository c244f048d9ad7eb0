import type { OwnDestination } from '@kindling/contract/pipelines';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { SourceName } from '../../../ui/source-name.tsx';
import css from './destinations.module.css';

// locale-keys: pipeline.destinations.problem.*

interface DestinationRowProps {
  destination: OwnDestination;
  place: { index: number; count: number };
  editable: boolean;
  dragging: boolean;
  onMove: (to: number) => void;
  onHide: (hidden: boolean) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
}

/** One public link: its place in the order by drag or by buttons, a link that tests it, and what is wrong with it. */
export function DestinationRow(props: DestinationRowProps) {
  const { t } = useText();
  const { destination, editable, dragging } = props;
  const { label, source, url, problem } = destination;
  return (
    <li
      className={css.row}
      data-problem={problem !== null || undefined}
      data-dragging={dragging || undefined}
      draggable={editable}
      onDragStart={props.onDragStart}
      onDragEnd={props.onDragEnd}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
    >
      {editable ? <IconGripVertical className={css.grip} size={16} aria-hidden /> : null}
      <span className={css.mark}>
        {source === null ? <IconWorld size={18} aria-hidden /> : <SourceName source={source} bare />}
      </span>
      <span className={css.words}>
        <span className={css.label}>{label}</span>
        {problem === null ? (
          <span className={css.host}>{url === null ? '' : new URL(url).hostname}</span>
        ) : (
          <span className={css.problem}>{t(`pipeline:destinations.problem.${problem}`)}</span>
        )}
      </span>
      {url === null ? null : (
        <ActionIcon
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('pipeline:destinations.test', { name: label })}
        >
          <IconExternalLink size={17} />
        </ActionIcon>
      )}
      {editable ? <RowActions {...props} /> : null}
    </li>
  );
}

function RowActions({ destination, place, onMove, onHide, onRemove }: DestinationRowProps) {
  const { t } = useText();
  const { label, hidden, listingId } = destination;
  const { index, count } = place;
  return (
    <>
      <span className={css.moves}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          disabled={index === 0}
          aria-label={t('pipeline:destinations.up', { name: label })}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp size={17} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          disabled={index === count - 1}
          aria-label={t('pipeline:destinations.down', { name: label })}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown size={17} />
        </ActionIcon>
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('pipeline:destinations.more', { name: label })}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={hidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
            onClick={() => onHide(!hidden)}
          >
            {t(hidden ? 'pipeline:destinations.show' : 'pipeline:destinations.hide')}
          </Menu.Item>
          {listingId === null ? (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={onRemove}>
              {t('pipeline:destinations.remove')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
