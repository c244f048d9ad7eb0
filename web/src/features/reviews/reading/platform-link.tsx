import type { OwnReview } from '@kindling/contract/reviews';
import { Anchor } from '@mantine/core';
import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';

// locale-keys: common.source.*

/** The review at its platform, and how many photos are there. Photos are not stored here. */
export function PlatformLink({ review }: { review: OwnReview }) {
  const { t } = useText();
  const { permalink, mediaCount } = review;
  const source = t(`common:source.${review.source}`);
  const photos = mediaCount === 0 ? null : t('inbox:reading.photos', { count: mediaCount, source });
  if (permalink === null)
    return photos === null ? null : (
      <span>
        <IconPhoto size={15} aria-hidden /> {photos}
      </span>
    );
  // Where the terms require their own link to the review, that one is enough.
  if (photos === null && review.attribution !== null) return null;
  return (
    <Anchor href={permalink} target="_blank" rel="noopener noreferrer nofollow" size="sm">
      {photos === null ? null : <IconPhoto size={15} aria-hidden />}{' '}
      {photos ?? t('reviews:openAt', { source })} <IconExternalLink size={13} aria-hidden />
    </Anchor>
  );
}
