import type { ReviewTag } from '@kindling/contract/tags';
import { UnstyledButton } from '@mantine/core';
import { IconBolt, IconX } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './tags.module.css';

interface TagChipProps {
  tag: Pick<ReviewTag, 'name' | 'color'>;
  /** A rule gave it. */
  byRule?: boolean;
  onRemove?: (() => void) | undefined;
}

export function TagChip({ tag, byRule = false, onRemove }: TagChipProps) {
  const { t } = useText();
  const { name, color } = tag;
  return (
    <span className={`${css.chip} ${css.color}`} data-color={color} title={name}>
      {byRule ? <IconBolt className={css.rule} size={12} role="img" aria-label={t('tags:byRule')} /> : null}
      <span className={css.name} dir="auto" data-foreign>
        {name}
      </span>
      {onRemove === undefined ? null : (
        <UnstyledButton className={css.remove} aria-label={t('tags:remove', { name })} onClick={onRemove}>
          <IconX size={13} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}
