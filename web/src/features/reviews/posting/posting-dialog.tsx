import type { OwnReview } from '@kindling/contract/reviews';
import { Anchor, Button, CopyButton, Modal, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { PictureChoice } from './picture-choice.tsx';
import css from './posting.module.css';

// locale-keys: common.source.*

interface PostingDialogProps {
  review: OwnReview;
  onClose: () => void;
}

/** The picture to post, or why there is none and what can be posted instead. */
export function PostingDialog({ review, onClose }: PostingDialogProps) {
  const { t } = useText();
  const isLink = review.source !== 'first-party' && review.source !== 'import';
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t(isLink ? 'reviews:posting.link' : 'reviews:posting.picture')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {review.mayBePosted ? (
        <OwnPicture review={review} />
      ) : isLink ? (
        <PlatformPost review={review} />
      ) : (
        <p className={css.words}>
          {t(review.source === 'import' ? 'reviews:posting.imported' : 'reviews:posting.notAgreed')}
        </p>
      )}
    </Modal>
  );
}

/** Waits for the name, the color and the logo of the business. */
function OwnPicture({ review }: { review: OwnReview }) {
  const { t } = useText();
  const list = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const logo = list.data?.businesses.find(({ locations }) =>
    locations.some(({ id }) => id === review.locationId),
  );
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="card" className={css.canvas} height={360} />
      </div>
    );
  return (
    <PictureChoice
      review={review}
      business={logo ?? { name: review.locationName, brandColor: null, logo: null }}
    />
  );
}

/** The review stays where it was written, and its address leads there. */
function PlatformPost({ review }: { review: OwnReview }) {
  const { t } = useText();
  const source = t(`common:source.${review.source}`);
  const url = review.platformUrl;
  return (
    <Stack gap="md">
      <p className={css.words}>{t('reviews:posting.platform', { source })}</p>
      {url === null ? (
        <p className={css.words}>{t('reviews:posting.noLink', { source })}</p>
      ) : (
        <>
          {review.permalink === null && review.attribution === null ? (
            <p className={css.hint}>{t('reviews:posting.listing', { source })}</p>
          ) : null}
          <p className={css.address}>{url}</p>
          <div className={css.actions}>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button
                  leftSection={
                    copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                  }
                  onClick={copy}
                >
                  <span aria-live="polite">{t(copied ? 'common:copied' : 'reviews:posting.copy')}</span>
                </Button>
              )}
            </CopyButton>
            <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
              {t('reviews:openAt', { source })} <IconExternalLink size={13} aria-hidden />
            </Anchor>
          </div>
        </>
      )}
    </Stack>
  );
}
