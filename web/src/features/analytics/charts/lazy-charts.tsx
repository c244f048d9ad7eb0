import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import css from './chart-panel.module.css';

export const LazyTrendChart = lazy(() => import('./trend-chart.tsx'));
export const LazyStarsChart = lazy(() => import('./stars-chart.tsx'));

/** Holds the room of a drawing until its library is there. */
export function ChartRoom({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<Skeleton shape="chart" className={css.room} height="100%" />}>{children}</Suspense>
  );
}
