import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import css from './reviews.module.css';

/** Characters and lines from which on a text is shown in part, as on the profile page. */
const longText = { characters: 420, lines: 9 };

/** What the author wrote. A long text is whole in the document and clamped until somebody opens it. */
export function ReviewText({ text }: { text: string }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const long = text.length > longText.characters || text.split('\n').length > longText.lines;
  return (
    <>
      <p className={css.text} dir="auto" data-clamped={(long && !open) || undefined}>
        {text}
      </p>
      {long ? (
        <UnstyledButton className={css.link} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'reviews:showLess' : 'reviews:showMore')}
        </UnstyledButton>
      ) : null}
    </>
  );
}
