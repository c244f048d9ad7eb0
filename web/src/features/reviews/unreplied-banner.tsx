import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './banner.module.css';
import type { ChangeFilters } from './use-inbox-address.ts';

interface UnrepliedBannerProps {
  /** True while the list shows just these. */
  filtered: boolean;
  onChange: ChangeFilters;
}

/**
 * How many reviews wait for a reply. The list does not wait for it, so its line is always there and always as tall:
 * otherwise the list would shift.
 */
export function UnrepliedBanner({ filtered, onChange }: UnrepliedBannerProps) {
  const { t, i18n } = useText();
  const figures = useQuery(query.reviews.figures.queryOptions({ input: {} }));
  const count = figures.data?.unanswered;
  if (count === undefined)
    return (
      <div className={css.banner} data-tone={figures.isError ? 'warn' : undefined}>
        {figures.isError ? (
          <>
            <IconAlertTriangle size={17} aria-hidden />
            <span>{t('reviews:bannerFailed')}</span>
            <UnstyledButton className={css.action} onClick={() => void figures.refetch()}>
              {t('common:tryAgain')}
            </UnstyledButton>
          </>
        ) : (
          <Skeleton height={14} width={220} />
        )}
      </div>
    );
  if (count === 0)
    return (
      <div className={css.banner} data-tone="good">
        <IconCircleCheck size={17} aria-hidden />
        <span>{t('reviews:bannerNone')}</span>
      </div>
    );
  const words = t('reviews:banner', { count, value: formatNumber(count, i18n.language) });
  return (
    <div className={css.banner} data-tone="open">
      <IconMessageCircle size={17} aria-hidden />
      <span>{words}</span>
      <UnstyledButton
        className={css.action}
        aria-pressed={filtered}
        onClick={() => onChange(() => (filtered ? {} : { answered: false }))}
      >
        {filtered ? t('inbox:showAllReviews') : t('reviews:bannerAction')}
        <IconArrowRight size={15} aria-hidden />
      </UnstyledButton>
    </div>
  );
}
