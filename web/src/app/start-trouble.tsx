import { BrandMark } from '@kindling/design/brand-mark';
import { Button } from '@mantine/core';
import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { useText } from '../lib/i18n/text.ts';
import { ErrorText } from '../ui/states.tsx';
import css from './plain.module.css';

interface StartTroubleProps {
  texts: i18n;
  error: unknown;
  retry: () => void;
}

/** The server could not even say who it is: no brand, no identity provider, one sentence and a button. */
export function StartTrouble({ texts, ...rest }: StartTroubleProps) {
  return (
    <I18nextProvider i18n={texts}>
      <Message {...rest} />
    </I18nextProvider>
  );
}

function Message({ error, retry }: Omit<StartTroubleProps, 'texts'>) {
  const { t } = useText();
  return (
    <main className={css.plain}>
      <div className={css.card}>
        <BrandMark size={40} />
        <h1 className={css.title}>{t('errors:page.startTitle')}</h1>
        <p className={css.text}>
          <ErrorText error={error} />
        </p>
        <Button onClick={retry}>{t('common:tryAgain')}</Button>
      </div>
    </main>
  );
}
