import type { NewsItem } from '@kindling/contract/news';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHeadset,
  IconLock,
  IconMessage2Check,
  IconMessage2X,
  IconStar,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../lib/i18n/text.ts';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import css from './news.module.css';

interface NewsRowProps {
  item: NewsItem;
  isNew: boolean;
  onChosen: () => void;
}

/** One thing that happened, as a link to its place. */
export function NewsRow({ item, isNew, onChosen }: NewsRowProps) {
  const { t, i18n } = useText();
  return (
    <li className={css.row}>
      <Link to={placeOf(item)} className={css.link} onClick={onChosen}>
        <span className={css.icon} data-tone={toneOf(item)}>
          {iconOf(item)}
        </span>
        <span className={css.words}>
          <span className={css.what}>
            <strong>{titleOf(t, i18n.language, item)}</strong>
            <Verdict item={item} />
          </span>
          <Details item={item} />
        </span>
        <span className={css.when}>
          {formatRelative(item.at, i18n.language)}
          {isNew ? <span className={css.dot} role="img" aria-label={t('alerts:new')} /> : null}
        </span>
      </Link>
    </li>
  );
}

function placeOf(item: NewsItem): string {
  switch (item.kind) {
    case 'message':
      return `/review-pipeline/review?tab=feedback&message=${item.messageId}`;
    case 'connection':
      return `/connections/${item.platform}`;
    case 'support':
      return '/activity?who=support';
    case 'assigned':
      return item.count === 1 && !item.more
        ? `/reviews?review=${item.reviewId}`
        : `/reviews?assigneeId=${item.assigneeId}`;
    default:
      return `/reviews?review=${item.reviewId}`;
  }
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

function iconOf(item: NewsItem): ReactNode {
  switch (item.kind) {
    case 'review':
      return <IconStar {...icon} />;
    case 'reply-published':
      return <IconMessage2Check {...icon} />;
    case 'reply-refused':
      return <IconMessage2X {...icon} />;
    case 'assigned':
      return <IconUserCheck {...icon} />;
    case 'support':
      return <IconHeadset {...icon} />;
    case 'message':
      return <IconLock {...icon} />;
    case 'connection':
      return item.status === 'active' ? <IconCircleCheck {...icon} /> : <IconAlertTriangle {...icon} />;
  }
}

function toneOf(item: NewsItem): 'bad' | 'good' | 'plain' {
  if (item.kind === 'reply-refused') return 'bad';
  if (item.kind === 'reply-published') return 'good';
  if (item.kind === 'connection') return item.status === 'active' ? 'good' : 'bad';
  return 'plain';
}

/** As at the bell: a number that stops has a plus. */
function numberOf({ count, more }: { count: number; more: boolean }, language: string): string {
  return `${formatNumber(count, language)}${more ? '+' : ''}`;
}

function titleOf(t: Translate, language: string, item: NewsItem): string {
  switch (item.kind) {
    case 'review':
      return t('alerts:review');
    case 'reply-published':
      return t('alerts:replyPublished');
    case 'reply-refused':
      return t('alerts:replyRefused');
    case 'assigned':
      return t('alerts:assigned', { count: item.count, number: numberOf(item, language) });
    case 'support':
      return t('alerts:support');
    case 'message':
      return t('alerts:message');
    case 'connection': {
      const platform = t(`common:source.${item.platform}`);
      return item.status === 'active' ? t('alerts:mended', { platform }) : t('alerts:trouble', { platform });
    }
  }
}

/** Stars, or the recommendation in words. */
function Verdict({ item }: { item: NewsItem }) {
  const { t } = useText();
  if (item.kind === 'message' && item.rating !== null)
    return typeof item.rating === 'number' ? (
      <Stars value={item.rating} size={13} />
    ) : (
      <span className={css.verdict}>{t(item.rating === 'up' ? 'alerts:thumbUp' : 'alerts:thumbDown')}</span>
    );
  if (item.kind !== 'review') return null;
  if (item.rating !== null) return <Stars value={item.rating} size={13} />;
  if (item.recommendation === null) return null;
  const isThumb = item.source === 'first-party';
  const words =
    item.recommendation === 'positive'
      ? t(isThumb ? 'alerts:thumbUp' : 'alerts:recommended')
      : t(isThumb ? 'alerts:thumbDown' : 'alerts:notRecommended');
  return <span className={css.verdict}>{words}</span>;
}

function Details({ item }: { item: NewsItem }) {
  const { t } = useText();
  if (item.kind === 'connection')
    return (
      <span className={css.by} dir="auto" data-foreign>
        {item.name}
      </span>
    );
  if (item.kind === 'support')
    return item.memberName === null ? null : (
      <span className={css.by} dir="auto">
        {t('alerts:asMember', { name: item.memberName })}
      </span>
    );
  if (item.kind === 'assigned' && (item.count > 1 || item.more)) return null;
  const excerpt = item.kind === 'review' || item.kind === 'message' ? item.excerpt : null;
  return (
    <>
      {excerpt === null ? null : (
        <span className={css.excerpt} dir="auto" data-foreign>
          {excerpt}
        </span>
      )}
      <span className={css.by}>
        {item.kind === 'message' ? null : <SourceName source={item.source} bare />}
        <span dir="auto" data-foreign>
          {item.kind === 'message'
            ? item.locationName
            : `${item.authorName ?? t('alerts:nobody')} · ${item.locationName}`}
        </span>
      </span>
    </>
  );
}
