import { type AbuseReason, abuseReasons, isAbuseReason } from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import { Radio, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { HideDialog } from '../triage/hide-dialog.tsx';
import css from './hiding.module.css';
import { useHiding } from './use-hiding.ts';

// locale-keys: reviews.hiding.reason.*

/** Hiding a review, and reporting a first-party one as abusive. Those of platforms are reported at the platform. */
export function HidingActions({ review }: { review: OwnReview }) {
  const { t } = useText();
  const mayHide = useMayDo('reviews.hide');
  const mayReport = useMayDo('reviews.report-abuse');
  const [asking, setAsking] = useState<'hide' | 'report' | null>(null);
  if (review.removedAt !== null) return null;
  const ours = review.source === 'first-party';
  const reason = review.hidden?.reason ?? null;
  return (
    <>
      {mayHide && review.hidden === null ? (
        <UnstyledButton className={css.link} onClick={() => setAsking('hide')}>
          {t('reviews:hiding.hide')}
        </UnstyledButton>
      ) : null}
      {ours && mayReport && (reason === null || !isAbuseReason(reason)) ? (
        <UnstyledButton className={css.link} onClick={() => setAsking('report')}>
          {t('reviews:hiding.report')}
        </UnstyledButton>
      ) : null}
      <HideDialog
        review={review}
        opened={asking === 'hide'}
        onOpenChange={(opened) => setAsking(opened ? 'hide' : null)}
      />
      {asking === 'report' ? <ReasonDialog id={review.id} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

/** Asks for the reason, which visitors are told. */
function ReasonDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useText();
  const hiding = useHiding(id);
  const [reason, setReason] = useState<AbuseReason | null>(null);
  return (
    <ConfirmDialog
      opened
      title={t('reviews:hiding.reportTitle')}
      confirm={t('reviews:hiding.reportConfirm')}
      busy={hiding.isPending}
      disabled={reason === null}
      error={hiding.error}
      destructive={false}
      onConfirm={() => {
        if (reason !== null) hiding.mutate({ kind: 'report', reason }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <p className={css.words}>{t('reviews:hiding.reportText')}</p>
        <Radio.Group
          label={t('reviews:hiding.reasonLabel')}
          value={reason ?? ''}
          onChange={(value) => setReason(abuseReasons.find((one) => one === value) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {abuseReasons.map((one) => (
              <Radio key={one} value={one} label={t(`reviews:hiding.reason.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmDialog>
  );
}
