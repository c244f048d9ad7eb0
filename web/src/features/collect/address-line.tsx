import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import css from './collect.module.css';

interface AddressLineProps {
  label: string;
  url: string;
  /** False for the address of a code, where opening it counts as a scan. */
  opens?: boolean;
}

/** An address of ours to read, copy and open. */
export function AddressLine({ label, url, opens = true }: AddressLineProps) {
  const { t } = useText();
  return (
    <div className={css.address}>
      <span className={css.addressText}>
        <span className="k-hidden">{label}: </span>
        {url.replace(/^https?:\/\//, '')}
      </span>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            onClick={copy}
          >
            <span aria-live="polite">{copied ? t('pipeline:copied') : t('pipeline:copy')}</span>
          </Button>
        )}
      </CopyButton>
      {opens ? (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={15} aria-hidden />}
        >
          {t('pipeline:open')}
        </Button>
      ) : null}
    </div>
  );
}
