import {
  abuseReasons,
  type HiddenReason,
  hideReasons,
  isAbuseReason,
} from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import { Radio, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import css from './hiding.module.css';
import { useHideReasons, useHiding } from './use-hiding.ts';

// locale-keys: reviews.hiding.reason.*

/** Hiding a first-party review, and reporting it as abusive. Those of platforms are reported at the platform. */
export function HidingActions({ review }: { review: OwnReview }) {
  const { t } = useText();
  const mayHide = useMayDo('reviews.hide');
  const mayReport = useMayDo('reviews.report-abuse');
  const [asking, setAsking] = useState<'hide' | 'report' | null>(null);
  if (review.source !== 'first-party' || review.removedAt !== null) return null;
  const reason = review.hidden?.reason ?? null;
  const isReported = reason !== null && isAbuseReason(reason);
  return (
    <>
      {mayHide && review.hidden === null ? (
        <UnstyledButton className={css.link} onClick={() => setAsking('hide')}>
          {t('reviews:hiding.hide')}
        </UnstyledButton>
      ) : null}
      {mayReport && !isReported ? (
        <UnstyledButton className={css.link} onClick={() => setAsking('report')}>
          {t('reviews:hiding.report')}
        </UnstyledButton>
      ) : null}
      {asking === null ? null : <ReasonDialog id={review.id} kind={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

interface ReasonDialogProps {
  id: string;
  kind: 'hide' | 'report';
  onClose: () => void;
}

/** Asks for the reason, which visitors are told. */
function ReasonDialog({ id, kind, onClose }: ReasonDialogProps) {
  const { t } = useText();
  const hiding = useHiding(id);
  const allowed = useHideReasons(kind === 'hide');
  const [reason, setReason] = useState<HiddenReason | null>(null);
  const offered: readonly HiddenReason[] = kind === 'report' ? abuseReasons : (allowed ?? []);
  const isLimited = kind === 'hide' && allowed !== undefined && allowed.length < hideReasons.length;
  const confirm = () => {
    if (reason === null) return;
    const step = isAbuseReason(reason)
      ? ({ kind: 'report', reason } as const)
      : ({ kind: 'hide', reason } as const);
    hiding.mutate(step, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      opened
      title={kind === 'hide' ? t('reviews:hiding.hideTitle') : t('reviews:hiding.reportTitle')}
      confirm={kind === 'hide' ? t('reviews:hiding.hideConfirm') : t('reviews:hiding.reportConfirm')}
      busy={hiding.isPending}
      disabled={reason === null}
      error={hiding.error}
      destructive={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="md">
        <p className={css.words}>
          {kind === 'hide' ? t('reviews:hiding.hideText') : t('reviews:hiding.reportText')}
        </p>
        <Radio.Group
          label={t('reviews:hiding.reasonLabel')}
          value={reason ?? ''}
          onChange={(value) => setReason(offered.find((one) => one === value) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {offered.map((one) => (
              <Radio key={one} value={one} label={t(`reviews:hiding.reason.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {isLimited ? <p className={css.hint}>{t('reviews:hiding.law')}</p> : null}
      </Stack>
    </ConfirmDialog>
  );
}
