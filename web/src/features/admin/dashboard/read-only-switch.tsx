import type { Maintenance } from '@kindling/contract/maintenance';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ProvedConfirmDialog } from '../../../ui/proved-confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import css from './maintenance-panel.module.css';

interface ReadOnlySwitchProps {
  mode: Maintenance['readOnly'];
  onChanged: (next: Maintenance, message: string) => void;
  /** Somebody else switched it. */
  onConflict: () => void;
}

/** Says whether the product takes changes, since when and by whom, and switches it after a question. */
export function ReadOnlySwitch({ mode, onChanged, onConflict }: ReadOnlySwitchProps) {
  const { t, i18n } = useText();
  const [asking, setAsking] = useState(false);
  const isOn = mode.since !== null;
  const change = useMutation({
    mutationFn: () => client.maintenance.setReadOnly({ on: !isOn, version: mode.version }),
    onSuccess: (next) => {
      setAsking(false);
      onChanged(
        next,
        t(isOn ? 'admin-dashboard:readOnly.switchedOff' : 'admin-dashboard:readOnly.switchedOn'),
      );
    },
    onError: (error) => {
      if (toApiError(error).code === 'conflict') onConflict();
    },
  });
  const words = {
    when: mode.changedAt === null ? '' : formatMoment(mode.changedAt, i18n.language),
    who: mode.changedBy ?? t('admin-dashboard:readOnly.command'),
  };
  return (
    <section className={css.head} aria-label={t('admin-dashboard:readOnly.title')}>
      <div>
        <h3 className={css.heading}>
          {t('admin-dashboard:readOnly.title')}{' '}
          <Tag tone={isOn ? 'warn' : 'calm'}>
            {t(isOn ? 'admin-dashboard:readOnly.on' : 'admin-dashboard:readOnly.off')}
          </Tag>
        </h3>
        <p className={css.hint}>{t('admin-dashboard:readOnly.lead')}</p>
        {mode.changedAt === null ? null : (
          <p className={css.hint}>
            {t(isOn ? 'admin-dashboard:readOnly.onSince' : 'admin-dashboard:readOnly.offSince', words)}
          </p>
        )}
      </div>
      <Button
        variant={isOn ? 'filled' : 'default'}
        onClick={() => {
          change.reset();
          setAsking(true);
        }}
      >
        {t(isOn ? 'admin-dashboard:readOnly.switchOff' : 'admin-dashboard:readOnly.switchOn')}
      </Button>
      <ProvedConfirmDialog
        opened={asking}
        title={t(isOn ? 'admin-dashboard:readOnly.offTitle' : 'admin-dashboard:readOnly.onTitle')}
        confirm={t(isOn ? 'admin-dashboard:readOnly.switchOff' : 'admin-dashboard:readOnly.switchOn')}
        destructive={!isOn}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate()}
        onClose={() => setAsking(false)}
      >
        {t(isOn ? 'admin-dashboard:readOnly.offText' : 'admin-dashboard:readOnly.onText')}
      </ProvedConfirmDialog>
    </section>
  );
}
