/** The text of a review or a reply: plain, as written, clamped after some lines. */
import type { Texts } from '../../kit/texts.ts';
import type { Look } from './look.ts';
import { splitPhrase } from './phrase.ts';
import { countLines } from './text-width.ts';

/** The narrowest column in em in which a text is always clamped; narrower slots show it whole. */
const narrowestColumn = 13;

/** Whether a text is clamped in the narrowest column, with a button to read on. */
export function isClamped(text: string, clampLines: number): boolean {
  return clampLines > 0 && countLines(text, narrowestColumn, clampLines + 1) > clampLines;
}

type ProseProps = {
  readonly text: string;
  readonly clampLines: number;
  readonly texts: Texts;
  /** Of a review that was left with the business itself; nothing is emphasized in texts of platforms. */
  readonly emphasis?: Look['emphasis'];
};

/**
 * The toggle is a `details` element beside the text and a rule with `:has`, so that it opens without a script, also
 * in the iframe. The script only hides the button when the text fits.
 */
export function Prose({ text, clampLines, texts, emphasis }: ProseProps) {
  if (text === '') return null;
  const own = emphasis === 'first-words' ? ` ${classNames.ownWords}` : '';
  const words = emphasis === 'phrase' ? <Marked text={text} /> : text;
  if (!isClamped(text, clampLines)) {
    return (
      <p className={classNames.reviewText + own} dir="auto">
        {words}
      </p>
    );
  }
  return (
    <div className={classNames.clampBox}>
      <p className={`${classNames.reviewText}${own} ${classNames.clampedText}`} dir="auto">
        {words}
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

/** A text with one phrase under a marker stroke. */
function Marked({ text }: { readonly text: string }) {
  const [before, phrase, after] = splitPhrase(text);
  if (phrase === '') return text;
  return (
    <>
      {before}
      <b className={classNames.marked}>{phrase}</b>
      {after}
    </>
  );
}
