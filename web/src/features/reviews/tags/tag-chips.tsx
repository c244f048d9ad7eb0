import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { compareTexts } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import type { OneReviewProps } from '../triage/props.ts';
import { TagChip } from './tag-chip.tsx';
import css from './tags.module.css';
import { useTagReview, useTagsById } from './use-tags.ts';

interface TagChipsProps extends OneReviewProps {
  /** Each has a button that takes it away, for members who may tag. Default: false. */
  removable?: boolean;
}

/** The tags of a review, by name. Renders nothing without any. */
export function TagChips({ review, removable = false }: TagChipsProps) {
  const { t, i18n } = useText();
  const mayTag = useMayDo('reviews.tag');
  const known = useTagsById();
  const tagging = useTagReview(review.id);
  const compare = compareTexts(i18n.language);
  const tags = review.tagIds
    .flatMap((id) => known.get(id) ?? [])
    .sort((one, other) => compare(one.name, other.name));
  if (tags.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={t('tags:tags')}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <TagChip
            tag={tag}
            byRule={review.ruleTagIds.includes(tag.id)}
            onRemove={removable && mayTag ? () => tagging.mutate({ remove: [tag.id] }) : undefined}
          />
        </li>
      ))}
    </ul>
  );
}
