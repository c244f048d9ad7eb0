import { ActionIcon, Button, Drawer } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { useCloseOnEscape } from '../../../ui/use-close-on-escape.ts';
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
  /** Opens the next or the previous review of the list. */
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** Where the open review is: beside the list, or in a narrow window over it. */
export function ReadingPlace({ open, search, showLocation, isWide, onStep, onClose }: ReadingPlaceProps) {
  const { t } = useText();
  const keyboard = useKeyboardHeight();
  const { id, composing, setComposing, tagging, setTagging } = open;
  const layer = useCloseOnEscape(!isWide && id !== null, onClose);
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
      {...layer}
      position="right"
      size="min(100%, 720px)"
      withCloseButton={false}
      padding={0}
      classNames={{ content: css.drawer ?? '', body: css.drawerBody ?? '' }}
      style={{ '--keyboard': `${keyboard}px` }}
      attributes={{ content: { 'data-page-keys': '', 'aria-label': t('inbox:readingRegion') } }}
    >
      <div className={css.bar}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          onClick={onClose}
        >
          {t('inbox:reading.back')}
        </Button>
        <StepButton by={-1} disabled={!open.neighbors.previous} onStep={onStep} />
        <StepButton by={1} disabled={!open.neighbors.next} onStep={onStep} />
      </div>
      {reading}
    </Drawer>
  );
}

/** Stays in the order of the tab key while it is disabled, so that the focus does not leave the drawer at an end of the list. */
function StepButton({
  by,
  disabled,
  onStep,
}: {
  by: 1 | -1;
  disabled: boolean;
  onStep: (by: 1 | -1) => void;
}) {
  const { t } = useText();
  const label = by < 0 ? t('inbox:keys.previous') : t('inbox:keys.next');
  const Icon = by < 0 ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label={label}
      {...(disabled ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      onClick={() => {
        if (!disabled) onStep(by);
      }}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
