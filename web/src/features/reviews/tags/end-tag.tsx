import type { ReviewTag } from '@kindling/contract/tags';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import css from './manage.module.css';
import { useEndTag } from './use-manage-tags.ts';

/** Merges a tag into another one, or deletes it. Both ask first, with the number of reviews. */
export function EndTag({ tag, others }: { tag: ReviewTag; others: readonly ReviewTag[] }) {
  const { t, i18n } = useText();
  const [into, setInto] = useState<string | null>(null);
  const [asking, setAsking] = useState<'merge' | 'delete' | null>(null);
  const end = useEndTag(tag.id);
  const target = others.find(({ id }) => id === into) ?? null;
  const words = {
    name: tag.name,
    into: target?.name ?? '',
    count: tag.reviewCount,
    value: formatNumber(tag.reviewCount, i18n.language),
  };
  const close = () => {
    end.reset();
    setAsking(null);
  };
  const merges = asking === 'merge' && target !== null;
  return (
    <>
      <div className={css.merge}>
        <Select
          label={t('tags:edit.mergeLabel')}
          placeholder={t('tags:edit.mergePlaceholder')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={target?.id ?? null}
          onChange={setInto}
          disabled={others.length === 0}
          searchable
          clearable
        />
        <Button variant="default" disabled={target === null} onClick={() => setAsking('merge')}>
          {t('tags:edit.merge')}
        </Button>
      </div>
      <div className={css.actions}>
        <Button size="xs" variant="subtle" color="red" onClick={() => setAsking('delete')}>
          {t('tags:edit.delete')}
        </Button>
      </div>
      <ConfirmDialog
        refusedWhileActing
        opened={asking === 'delete' || merges}
        title={merges ? t('tags:edit.mergeTitle', words) : t('tags:edit.deleteTitle', words)}
        confirm={merges ? t('tags:edit.mergeConfirm') : t('tags:edit.deleteConfirm')}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(merges ? target.id : null, { onSuccess: close })}
        onClose={close}
      >
        {merges ? t('tags:edit.mergeText', words) : t('tags:edit.deleteText', words)}
      </ConfirmDialog>
    </>
  );
}
