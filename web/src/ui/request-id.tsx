import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../lib/i18n/text.ts';
import css from './request-id.module.css';

/** The request id for support, with a button that copies it. */
export function RequestId({ id }: { id: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      // Forbidden, or no TLS: people can still select the id by hand.
      () => setCopied(false),
    );
  return (
    <span className={css.request}>
      <span>{t('common:requestId', { id })}</span>
      {'clipboard' in navigator ? (
        <button
          type="button"
          className={css.copy}
          aria-label={t('errors:copyId')}
          onClick={() => void copy()}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
        </button>
      ) : null}
      <span role="status" className={css.done}>
        {copied ? t('common:copied') : ''}
      </span>
    </span>
  );
}
