import {
  abuseReasons,
  type HiddenReason,
  hiddenReasons,
  hideReasons,
} from '@kindling/contract/hidden-reasons';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useHideReasons, useHiding } from '../hiding/use-hiding.ts';
import type { OpenableProps } from './props.ts';
import css from './triage.module.css';

// locale-keys: reviews.hiding.reason.*
// locale-keys: common.source.*

/** Asks why a review is to be hidden, which visitors are told. What the law forbids is not offered, and said. */
export function HideDialog({ review, opened, onOpenChange }: OpenableProps) {
  const { t } = useText();
  const hiding = useHiding(review.id);
  const ours = review.source === 'first-party';
  const allowed = useHideReasons(opened && ours);
  // The dialog is on screens that load no texts of this folder.
  const texts = useArea('triage', opened);
  const [reason, setReason] = useState<HiddenReason | null>(null);
  // Of a first-party review, abuse is reported instead.
  const offered: readonly HiddenReason[] = ours ? (allowed ?? []) : [...hideReasons, ...abuseReasons];
  const isLimited = ours && allowed !== undefined && allowed.length < hideReasons.length;
  const close = () => {
    hiding.reset();
    setReason(null);
    onOpenChange(false);
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('reviews:hiding.hideTitle')}
      confirm={t('reviews:hiding.hideConfirm')}
      busy={hiding.isPending}
      disabled={reason === null}
      error={hiding.error}
      destructive={false}
      onConfirm={() => {
        if (reason !== null) hiding.mutate({ kind: 'hide', reason }, { onSuccess: close });
      }}
      onClose={close}
    >
      <Stack gap="md">
        <p className={css.words}>{t('reviews:hiding.hideText')}</p>
        {ours || review.source === 'import' || texts.data !== true ? null : (
          <p className={css.hint}>
            {t('triage:hide.platform', { source: t(`common:source.${review.source}`) })}
          </p>
        )}
        <ReasonChoice offered={offered} reason={reason} onChange={setReason} />
        {isLimited ? <p className={css.hint}>{t('reviews:hiding.law')}</p> : null}
      </Stack>
    </ConfirmDialog>
  );
}

interface ReasonChoiceProps {
  offered: readonly HiddenReason[];
  reason: HiddenReason | null;
  onChange: (reason: HiddenReason | null) => void;
}

/** One of the closed reasons. */
export function ReasonChoice({ offered, reason, onChange }: ReasonChoiceProps) {
  const { t } = useText();
  return (
    <Radio.Group
      label={t('reviews:hiding.reasonLabel')}
      value={reason ?? ''}
      onChange={(value) => onChange(hiddenReasons.find((one) => one === value) ?? null)}
    >
      <Stack gap="xs" mt="xs">
        {offered.map((one) => (
          <Radio key={one} value={one} label={t(`reviews:hiding.reason.${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
