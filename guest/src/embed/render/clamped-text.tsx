/** The text of a review or a reply: plain, as written, clamped after some lines. */
import type { Texts } from '../../kit/texts.ts';
import { countLines } from './text-width.ts';

/** The narrowest column in em in which a text is always clamped; narrower slots show it whole. */
const narrowestColumn = 13;

/** Whether a text is clamped in the narrowest column, with a button to read on. */
export function isClamped(text: string, clampLines: number): boolean {
  return clampLines > 0 && countLines(text, narrowestColumn, clampLines + 1) > clampLines;
}

type ProseProps = { readonly text: string; readonly clampLines: number; readonly texts: Texts };

/**
 * The toggle is a `details` element beside the text and a rule with `:has`, so that it opens without a script, also
 * in the iframe. The script only hides the button when the text fits.
 */
export function Prose({ text, clampLines, texts }: ProseProps) {
  if (text === '') return null;
  if (!isClamped(text, clampLines)) {
    return (
      <p className={classNames.reviewText} dir="auto">
        {text}
      </p>
    );
  }
  return (
    <div className={classNames.clampBox}>
      <p className={`${classNames.reviewText} ${classNames.clampedText}`} dir="auto">
        {text}
      </p>
      <details className={classNames.readMore}>
        <summary>
          <span>{texts.text('readMore')}</span>
          <span>{texts.text('showLess')}</span>
        </summary>
      </details>
    </div>
  );
}
