import { Drawer } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import type { SearchParts } from '../marked-text.tsx';
import css from '../reviews.module.css';
import type { OpenReview } from '../use-open-review.ts';
import { ReadingPane } from './reading-pane.tsx';
import { useKeyboardHeight } from './use-keyboard-height.ts';

interface ReadingPlaceProps {
  open: OpenReview;
  search: SearchParts;
  showLocation: boolean;
  isWide: boolean;
  onClose: () => void;
}

/** Where the open review is: beside the list, or in a narrow window over it. */
export function ReadingPlace({ open, search, showLocation, isWide, onClose }: ReadingPlaceProps) {
  const { t } = useText();
  const keyboard = useKeyboardHeight();
  const { id, composing, setComposing, tagging, setTagging } = open;
  const reading =
    id === null ? null : (
      <ReadingPane
        id={id}
        search={search}
        showLocation={showLocation}
        composing={composing === id}
        onComposingChange={(now) => setComposing(now ? id : null)}
        tagging={tagging === id}
        onTaggingChange={(now) => setTagging(now ? id : null)}
        onBack={isWide ? null : onClose}
        articleRef={open.articleRef}
      />
    );
  if (isWide)
    return (
      <section className={css.reading} aria-label={t('inbox:readingRegion')}>
        {reading ?? <p className={css.nothing}>{t('inbox:readingNothing')}</p>}
      </section>
    );
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="min(100%, 720px)"
      withCloseButton={false}
      padding={0}
      classNames={{ content: css.drawer ?? '', body: css.drawerBody ?? '' }}
      style={{ '--keyboard': `${keyboard}px` }}
      attributes={{ content: { 'data-page-keys': '', 'aria-label': t('inbox:readingRegion') } }}
    >
      {reading}
    </Drawer>
  );
}
