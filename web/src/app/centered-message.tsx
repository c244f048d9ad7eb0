import { BrandMark } from '@kindling/design/brand-mark';
import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/i18n/text.ts';
import { usePageTitle } from '../lib/page-title.ts';
import css from './centered-message.module.css';

/** A message in one centered column: sign-in, missing pages, failures. */
export function CenteredMessage({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <main className={css.plain}>
      <div className={css.card}>
        <BrandMark size={40} />
        <h1 className={css.title}>{title}</h1>
        <p className={css.text}>{text}</p>
        {children}
      </div>
    </main>
  );
}

/** A spinner in the middle of the page. It appears after a moment, so that quick loads do not flicker. */
export function LoadingScreen() {
  const { t } = useText();
  return (
    <Center h="100dvh" className={css.waiting} role="status" aria-label={t('common:loading')}>
      <Loader />
    </Center>
  );
}
