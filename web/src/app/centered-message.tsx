import { BrandMark } from '@kindling/design/brand-mark';
import { Center, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
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
        {text === null ? null : <p className={css.text}>{text}</p>}
        {children}
      </div>
    </main>
  );
}

const appearAfterMs = 250;
/** Between two screens of one wait, while the router or a lazy part renders nothing. */
const sameWaitMs = 100;
/**
 * The wait of the person, in milliseconds since the page began to load: several loading screens that follow each other are
 * one wait. The first one begins with the page.
 */
const wait = { began: 0, ended: Number.POSITIVE_INFINITY, screens: 0 };

/** @returns milliseconds since the wait began */
function useWaited(): number {
  const [waited] = useState(() => {
    const now = performance.now();
    if (wait.screens === 0 && now - wait.ended > sameWaitMs) wait.began = now;
    return now - wait.began;
  });
  useEffect(() => {
    wait.screens += 1;
    return () => {
      wait.screens -= 1;
      wait.ended = performance.now();
    };
  }, []);
  return waited;
}

/** A spinner in the middle of the page. It appears after a moment, so that quick loads do not flicker. */
export function LoadingScreen() {
  const { t } = useText();
  const waited = useWaited();
  return (
    <Center
      h="100dvh"
      className={css.waiting}
      style={{ animationDelay: `${appearAfterMs - waited}ms` }}
      role="status"
      aria-label={t('common:loading')}
    >
      {/* The color that the page has before the theme is known. */}
      <Loader color="var(--k-brand)" />
    </Center>
  );
}
