import { languages } from '@kindling/contract/constants';
import type { Maintenance, StoredNotice } from '@kindling/contract/maintenance';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { formatList, formatMoment, formatMomentRange } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import css from './maintenance-panel.module.css';

// locale-keys: admin-dashboard.tone.*

interface NoticeRowProps {
  notice: StoredNotice;
  onEdit: () => void;
  onChanged: (next: Maintenance, message: string) => void;
  /** Somebody else changed it. */
  onConflict: () => void;
}

/** A notice with its times, and what can be done with it. */
export function NoticeRow({ notice, onEdit, onChanged, onConflict }: NoticeRowProps) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const [asking, setAsking] = useState(false);
  const { id, version, texts, fallback, shownFrom, workFrom, shownUntil, changedBy, changedAt, tone } =
    notice;
  const remove = useMutation({
    mutationFn: () => client.maintenance.removeNotice({ id, version }),
    onSuccess: (next) => onChanged(next, t('admin-dashboard:notices.removed')),
    onError: (error) => {
      if (toApiError(error).code === 'conflict') onConflict();
    },
  });
  const isShown = Date.parse(shownFrom) <= Date.now();
  const written = languages.filter((one) => texts[one] !== undefined).map((one) => languageFacts[one].name);
  return (
    <li className={css.notice}>
      <div className={css.noticeWords}>
        <p className={css.tags}>
          <Tag tone={isShown ? 'good' : 'calm'}>
            {isShown
              ? t('admin-dashboard:notices.shown')
              : t('admin-dashboard:notices.from', { when: formatMoment(shownFrom, language) })}
          </Tag>
          <Tag tone={tone === 'warning' ? 'warn' : 'calm'}>{t(`admin-dashboard:tone.${tone}`)}</Tag>
        </p>
        <p className={css.noticeText} lang={languageFacts[fallback].tag} dir="auto" data-foreign>
          {texts[fallback]}
        </p>
        <p className={css.hint}>
          {workFrom === null
            ? t('admin-dashboard:notices.until', { when: formatMoment(shownUntil, language) })
            : formatMomentRange(workFrom, shownUntil, language)}
          <span aria-hidden> · </span>
          {formatList(written, language, 'unit')}
          <span aria-hidden> · </span>
          {t('admin-dashboard:notices.changed', {
            who: changedBy ?? t('admin-dashboard:notices.somebody'),
            when: formatMoment(changedAt, language),
          })}
        </p>
      </div>
      <div className={css.noticeActions}>
        <Button variant="default" size="xs" onClick={onEdit}>
          {t('admin-dashboard:notices.edit')}
        </Button>
        <Button variant="subtle" color="gray" size="xs" onClick={() => setAsking(true)}>
          {t('admin-dashboard:notices.remove')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('admin-dashboard:notices.removeTitle')}
        confirm={t('admin-dashboard:notices.remove')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('admin-dashboard:notices.removeText')}
      </ConfirmDialog>
    </li>
  );
}
