import type { DashboardVisits } from '@kindling/contract/analytics';
import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatNumber, regionNames } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FigureTable } from '../charts/chart-panel.tsx';
import css from './visit-map.module.css';

// The outlines are 25 KB compressed and stand at the foot of a long page.
const LazyOutlines = lazy(() => import('./outlines.tsx'));

/** The world by country and the United States by state, each with its table. */
export function VisitMap({ visits }: { visits: DashboardVisits }) {
  const { t, i18n } = useText();
  const [area, setArea] = useState<'world' | 'states'>('world');
  const { countries, states } = visits;
  const number = (value: number) => formatNumber(value, i18n.language);
  const names = regionNames(i18n.language);
  const isReviews = area === 'states' && states.basis === 'reviews';
  const title = isReviews ? t('dashboard:map.reviewsByState') : t('dashboard:map.title');
  const rows =
    area === 'world'
      ? countries.map(({ country, embeds, pages }) => ({
          key: country,
          cells: [
            country === '' ? t('dashboard:map.unknown') : (names.of(country) ?? country),
            number(embeds),
            number(pages),
          ],
        }))
      : states.items.map(({ state, count }) => ({
          key: state,
          cells: [stateNames[state] ?? state, number(count)],
        }));
  const headings =
    area === 'world'
      ? [t('dashboard:map.country'), t('dashboard:map.embeds'), t('dashboard:map.pages')]
      : [t('dashboard:map.state'), isReviews ? t('dashboard:reviews') : t('dashboard:map.visits')];
  const values =
    area === 'world'
      ? countries.map(({ country, embeds, pages }) => [country, embeds + pages] as const)
      : states.items.map(({ state, count }) => [state, count] as const);
  return (
    <Panel
      title={title}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard:map.area')}
          value={area}
          onChange={(value) => setArea(value === 'states' ? 'states' : 'world')}
          data={[
            { value: 'world', label: t('dashboard:map.world') },
            { value: 'states', label: t('dashboard:map.usa') },
          ]}
        />
      }
    >
      <div className={css.split}>
        <div className={css.map} data-area={area}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <LazyOutlines
              area={area}
              values={new Map(values)}
              nameOf={(code) => (area === 'world' ? (names.of(code) ?? code) : (stateNames[code] ?? code))}
              formatValue={number}
            />
          </Suspense>
        </div>
        {/* A region that scrolls can be reached with the keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={css.table} tabIndex={0} aria-label={title}>
          {rows.length === 0 ? (
            <p className={css.none}>
              {area === 'world'
                ? t('dashboard:map.none')
                : isReviews
                  ? t('dashboard:map.noAddresses')
                  : t('dashboard:map.noStates')}
            </p>
          ) : (
            <FigureTable title={title} headings={headings} rows={rows} />
          )}
        </section>
      </div>
      <p className={css.note}>{isReviews ? t('dashboard:map.reviewsNote') : t('dashboard:map.note')}</p>
    </Panel>
  );
}

/** Names are those of the country, in every language. */
const stateNames: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};
