import { maxPinReasonLength } from '@kindling/contract/review-marks';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../lib/i18n/text.ts';
import css from './pin-form.module.css';
import { ErrorText } from './states.tsx';

interface PinFormProps {
  /** Null for a review without a pin. */
  pinned: { reason: string | null } | null;
  /** The request that runs. */
  pending: 'pin' | 'unpin' | null;
  /** Why the last request was rejected; null when it was not. */
  error: unknown;
  onPin: (reason: string | null) => void;
  onUnpin: () => void;
}

/** Asks for the reason of a pin, which may be left empty. Its texts are those of the area `triage`. */
export function PinForm({ pinned, pending, error, onPin, onUnpin }: PinFormProps) {
  const { t } = useText();
  const [reason, setReason] = useState(pinned?.reason ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending === null) onPin(reason.trim() || null);
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <p className={css.hint}>{t('triage:pin.text')}</p>
      <TextInput
        label={t('triage:pin.reason')}
        placeholder={t('triage:pin.reasonPlaceholder')}
        value={reason}
        maxLength={maxPinReasonLength}
        dir="auto"
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={error} />
        </p>
      )}
      <Button type="submit" size="xs" loading={pending === 'pin'}>
        {pinned === null ? t('triage:pin.pin') : t('triage:pin.save')}
      </Button>
      {pinned === null ? null : (
        <Button size="xs" variant="subtle" loading={pending === 'unpin'} onClick={onUnpin}>
          {t('triage:pin.unpin')}
        </Button>
      )}
    </form>
  );
}
