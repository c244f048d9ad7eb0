import { type Business, logoMaxBytes, logoMaxSide } from '@kindling/contract/businesses';
import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { fitWithin, maxFileBytes } from '../../lib/pictures/encode-picture.ts';
import { ErrorText } from '../../ui/states.tsx';
import css from './businesses.module.css';
import { useBusinessMutation } from './use-business-mutation.ts';

// locale-keys: businesses.logo.*

/** The logo of a business: scaled in the browser and uploaded as soon as a file is chosen. */
export function LogoField({ business }: { business: Business }) {
  const { t } = useText();
  const { id } = business;
  const [logo, setLogo] = useState(business.logo);
  const [fault, setFault] = useState<'unreadable' | 'tooLarge' | null>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const resetFileInput = useRef<() => void>(null);
  const set = useBusinessMutation(async (data: string) => {
    setLogo((await client.businesses.setLogo({ id, data })).business.logo);
  });
  const remove = useBusinessMutation(async () => {
    setLogo((await client.businesses.removeLogo({ id })).business.logo);
    chooseButton.current?.focus();
  });
  const choose = async (file: File | null) => {
    // Without the reset, choosing the same file twice in a row fires no change event.
    resetFileInput.current?.();
    if (file === null) return;
    set.reset();
    remove.reset();
    const large = file.size > maxFileBytes;
    const data = large ? null : await fitWithin(file, logoMaxSide, logoMaxBytes);
    setFault(data === null ? (large ? 'tooLarge' : 'unreadable') : null);
    if (data !== null) set.mutate(data);
  };
  const error = set.error ?? remove.error;
  return (
    <div className={css.logo}>
      <span className={css.logoBox}>
        {logo === null ? (
          <IconPhoto size={22} aria-hidden />
        ) : (
          <img src={logo.url} alt={t('businesses:logo.alt')} />
        )}
      </span>
      <div className={css.logoSide}>
        <p className={css.logoLabel}>{t('businesses:logo.label')}</p>
        <div className={css.logoActions}>
          <FileButton
            resetRef={resetFileInput}
            onChange={(file) => void choose(file)}
            accept="image/png,image/jpeg,image/webp"
          >
            {(props) => (
              <Button {...props} ref={chooseButton} variant="default" size="xs" loading={set.isPending}>
                {t(logo === null ? 'businesses:logo.choose' : 'businesses:logo.change')}
              </Button>
            )}
          </FileButton>
          {logo === null ? null : (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              {t('businesses:logo.remove')}
            </Button>
          )}
        </div>
        <p className={css.logoHint}>{t('businesses:logo.hint')}</p>
        {fault === null && error === null ? null : (
          <p className={css.logoFault} role="alert">
            {fault === null ? <ErrorText error={error} /> : t(`businesses:logo.${fault}`)}
          </p>
        )}
      </div>
    </div>
  );
}
