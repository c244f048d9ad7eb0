import { BrandMark } from '@kindling/design/brand-mark';
// Bundled with the app, because these sentences must be readable when no texts could be loaded.
import { tryAgain } from '@kindling/locales/en/common.json';
import { network, page } from '@kindling/locales/en/errors.json';
import { Button } from '@mantine/core';
import type { i18n } from 'i18next';
import { type ReactNode, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { hasTexts } from '../lib/i18n/setup.ts';
import { useText } from '../lib/i18n/text.ts';
import { ErrorText } from '../ui/states.tsx';
import css from './centered-message.module.css';

interface StartFailureProps {
  texts: i18n;
  error: unknown;
  retry: () => Promise<void>;
}

/** Shown when the app cannot start: there is no configuration, and perhaps there are no texts. */
export function StartFailure({ texts, error, retry }: StartFailureProps) {
  if (!hasTexts(texts))
    return (
      <div lang="en">
        <Message title={page.startTitle} text={network} again={tryAgain} retry={retry} />
      </div>
    );
  return (
    <I18nextProvider i18n={texts}>
      <Translated error={error} retry={retry} />
    </I18nextProvider>
  );
}

function Translated({ error, retry }: Omit<StartFailureProps, 'texts'>) {
  const { t } = useText();
  return (
    <Message
      title={t('errors:page.startTitle')}
      text={<ErrorText error={error} />}
      again={t('common:tryAgain')}
      retry={retry}
    />
  );
}

interface MessageProps {
  title: string;
  text: ReactNode;
  again: string;
  retry: () => Promise<void>;
}

function Message({ title, text, again, retry }: MessageProps) {
  const [busy, setBusy] = useState(false);
  const once = () => {
    setBusy(true);
    void retry().finally(() => setBusy(false));
  };
  return (
    <main className={css.plain}>
      <div className={css.card}>
        <BrandMark size={40} />
        <h1 className={css.title}>{title}</h1>
        <p className={css.text}>{text}</p>
        <Button onClick={once} loading={busy}>
          {again}
        </Button>
      </div>
    </main>
  );
}
