import type { OwnReview } from '@kindling/contract/reviews';
import { SegmentedControl } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { MarkedText, type SearchParts } from '../marked-text.tsx';
import css from './reading.module.css';

interface ReviewWordsProps {
  review: OwnReview;
  search: SearchParts;
  translated: boolean;
  onTranslatedChange: (translated: boolean) => void;
}

/** What the author wrote, or the platform's translation of it. */
export function ReviewWords({ review, search, translated, onTranslatedChange }: ReviewWordsProps) {
  const { t } = useText();
  const { translation } = review;
  const text = translated && translation !== null ? translation : review.text;
  if (text === null) return review.wipedAt === null ? <p className={css.none}>{t('common:noText')}</p> : null;
  return (
    <>
      {translation === null ? null : (
        <SegmentedControl
          className={css.switch}
          size="xs"
          value={translated ? 'translation' : 'original'}
          onChange={(value) => onTranslatedChange(value === 'translation')}
          data={[
            { value: 'original', label: t('inbox:reading.original') },
            { value: 'translation', label: t('inbox:reading.translation') },
          ]}
          aria-label={t('inbox:reading.version')}
        />
      )}
      <p className={css.text} dir="auto">
        <MarkedText text={text} search={search} />
      </p>
    </>
  );
}
