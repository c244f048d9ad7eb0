/** The attribution that a platform's terms require beside a review that was read with an API key. */
import type { Review } from '@kindling/contract/reviews';
import { Anchor } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';

/** `nofollow`: other people chose the target. */
const externalLinkProps = { target: '_blank', rel: 'noopener noreferrer nofollow', size: 'sm' } as const;

/** The author's name, linked to their profile where the platform's terms require it. */
export function AuthorName({ review }: { review: Pick<Review, 'authorName' | 'attribution'> }) {
  const { t } = useText();
  const name = review.authorName ?? t('common:anonymous');
  const url = httpsUrlOrNull(review.attribution?.authorUrl);
  if (url === null) return <>{name}</>;
  return (
    <Anchor href={url} {...externalLinkProps} size="inherit" inherit>
      {name}
    </Anchor>
  );
}

/** The source under the name that its terms prescribe, and a link to report the review. */
export function Attribution({ review }: { review: Pick<Review, 'attribution'> }) {
  const { t } = useText();
  const { attribution } = review;
  if (attribution === null) return null;
  const mapsUrl = httpsUrlOrNull(attribution.mapsUrl);
  const flagUrl = httpsUrlOrNull(attribution.flagUrl);
  const name = t('reviews:attribution.name');
  return (
    <>
      {mapsUrl === null ? (
        <span>{name}</span>
      ) : (
        <Anchor href={mapsUrl} {...externalLinkProps}>
          {name}
        </Anchor>
      )}
      {flagUrl === null ? null : (
        <Anchor href={flagUrl} {...externalLinkProps}>
          <IconFlag size={13} aria-hidden /> {t('reviews:attribution.report')}
        </Anchor>
      )}
    </>
  );
}

function httpsUrlOrNull(address: string | null | undefined): string | null {
  const url = address ? URL.parse(address) : null;
  return url?.protocol === 'https:' ? url.href : null;
}
