import type { DashboardPeriod } from '@kindling/contract/analytics';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { formatAverage, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useLanguageName } from './use-language-name.ts';
import css from './words.module.css';

const shownWords = 10;
const shownLanguages = 4;

interface WordsProps {
  period: DashboardPeriod;
  pathOf: (filter: Pick<ReviewFilter, 'search' | 'language'>) => string;
}

/** The words that the texts of the period have in common, by language; a request of its own, so that nothing waits for it. */
export function Words({ period, pathOf }: WordsProps) {
  const { t, i18n } = useText();
  const languageName = useLanguageName();
  const words = useQuery(
    query.analytics.words.queryOptions({ input: period, placeholderData: keepPreviousData }),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const languages = words.data?.languages ?? [];
  const shown = languages.find(({ language }) => language === chosen) ?? languages[0];
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Panel
      title={t('dashboard:words')}
      aside={
        languages.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard:language')}
            value={shown?.language ?? ''}
            onChange={setChosen}
            data={languages
              .slice(0, shownLanguages)
              .map(({ language }) => ({ value: language, label: languageName(language) }))}
          />
        ) : null
      }
    >
      <div
        className={css.room}
        data-empty={(words.data !== undefined && shown === undefined) || undefined}
        aria-busy={words.isFetching}
      >
        {words.isPending ? (
          <div className={css.loading}>
            {[0, 1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} height={34} />
            ))}
          </div>
        ) : null}
        {words.isError && words.data === undefined ? (
          <ErrorState error={words.error} retry={() => void words.refetch()} />
        ) : null}
        {words.data !== undefined && (shown === undefined || shown.words.length === 0) ? (
          <p className={css.none}>{t('dashboard:noWords')}</p>
        ) : null}
        {shown === undefined ? null : (
          <ul className={css.words} aria-label={t('dashboard:words')}>
            {shown.words.slice(0, shownWords).map(({ word, count, average, example }) => (
              <li key={word}>
                <Link className={css.word} to={pathOf({ search: word, language: shown.language })}>
                  <bdi className={css.name} lang={shown.language}>
                    {word}
                  </bdi>
                  <span className={css.count}>
                    {t('dashboard:inReviews', { count, value: number(count) })}
                  </span>
                  <span className={css.average}>
                    {average === null ? null : `${formatAverage(average, i18n.language)} ★`}
                  </span>
                  <span className={css.example} dir="auto" lang={shown.language}>
                    {example.before}
                    <mark>{example.word}</mark>
                    {example.after}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={css.none}>
        {words.data === undefined
          ? '\u00a0'
          : words.data.more
            ? t('dashboard:wordsOfNewest', { count: words.data.texts })
            : t('dashboard:wordsOf', { count: words.data.texts })}
      </p>
    </Panel>
  );
}
