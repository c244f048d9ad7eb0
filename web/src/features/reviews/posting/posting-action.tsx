import type { OwnReview } from '@kindling/contract/reviews';
import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './posting.module.css';

const PostingDialog = lazy(async () => ({ default: (await import('./posting-dialog.tsx')).PostingDialog }));

/** A picture of a first-party review, or the link of a platform's, for posts. Not of what visitors do not see. */
export function PostingAction({ review }: { review: OwnReview }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  if (review.removedAt !== null || review.hidden !== null) return null;
  const isLink = review.source !== 'first-party' && review.source !== 'import';
  return (
    <>
      <UnstyledButton className={css.link} onClick={() => setOpen(true)}>
        {t(isLink ? 'reviews:posting.link' : 'reviews:posting.picture')}
      </UnstyledButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <PostingDialog review={review} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
