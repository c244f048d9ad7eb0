/** One first-party review of the profile page, as its author wrote it. */
import type { ProfileReview } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { plainText } from '../../kit/plain-text.ts';
import { textsOf } from '../../kit/texts.ts';
import { GivenRating } from './parts.tsx';
import type { CollectTexts } from './texts.ts';

type Props = {
  readonly review: ProfileReview;
  /** Of the business, for its reply. */
  readonly name: string;
  readonly language: Language;
  readonly texts: CollectTexts;
};

/** Whether anybody wrote something: the author, or the business in reply. */
export function hasWords({ text, reply }: ProfileReview): boolean {
  return plainText(text ?? '') !== '' || plainText(reply?.text ?? '') !== '';
}

/** Characters and lines from which on a text is shown in part. */
const longText = { characters: 420, lines: 9 };

export function ProfileEntry({ review, name, language, texts }: Props) {
  const shared = textsOf(language);
  const text = plainText(review.text ?? '');
  const reply = plainText(review.reply?.text ?? '');
  const author = plainText(review.author ?? '');
  return (
    <article className={classNames.entry}>
      <header>
        <GivenRating rating={review.rating} texts={texts} />
        <b dir="auto">{author === '' ? shared.text('anonymous') : author}</b>
        <small>
          <time dateTime={review.writtenOn}>{texts.day(review.writtenOn)}</time>
          {review.location !== null && ` · ${plainText(review.location)}`}
        </small>
        {review.invited && <span className={classNames.chip}>{texts.text('invitedMark')}</span>}
      </header>
      {text !== '' && <EntryText text={text} language={language} />}
      {reply !== '' && (
        <div className={classNames.quote}>
          <b dir="auto">{shared.text('replyFrom', { name })}</b>
          <p dir="auto">{reply}</p>
        </div>
      )}
    </article>
  );
}

/** A long text is whole in the document and clamped to eight lines until the visitor opens it, which needs no script. */
function EntryText({ text, language }: { readonly text: string; readonly language: Language }) {
  const shared = textsOf(language);
  const isLong = text.length > longText.characters || text.split('\n').length > longText.lines;
  if (!isLong) return <p dir="auto">{text}</p>;
  return (
    <div className={classNames.longText}>
      <details>
        <summary>
          <span>{shared.text('readMore')}</span>
          <span>{shared.text('showLess')}</span>
        </summary>
      </details>
      <p dir="auto">{text}</p>
    </div>
  );
}
