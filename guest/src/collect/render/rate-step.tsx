/** The first step: one question, and a button for each answer, which works without JavaScript. */
import { formFields } from '@kindling/contract/collect-page';
import { plainText } from '../../kit/plain-text.ts';
import { Star } from '../../kit/stars.tsx';
import { Thumb } from '../../kit/thumb.tsx';
import { BusinessMark } from './business-mark.tsx';
import { ownTexts } from './own-texts.ts';
import { HiddenFields, type PartProps } from './parts.tsx';

const stars = [1, 2, 3, 4, 5] as const;
/** Characters from which on the question is set smaller, so that the rating stays in the first view of a phone. */
const longQuestion = 32;

export function RateStep({ page, language, texts }: PartProps) {
  const own = ownTexts(page.settings, language);
  const question = own.question ?? texts.text('question');
  const thumbs = page.settings.ratingStyle === 'thumbs';
  return (
    <form
      id="rate"
      className={classNames.rate}
      method="post"
      action={page.path}
      autoComplete="off"
      hidden={page.step !== 'rate'}
    >
      <div className={classNames.question}>
        {/* A band at the top of the page shows the face already. */}
        {page.settings.look.composition !== 'band' && (
          <div className={classNames.face}>
            <BusinessMark business={page.business} look={page.settings.look} />
            <p dir="auto">{plainText(page.business.name)}</p>
          </div>
        )}
        {page.several && page.location.name !== page.business.name && (
          <p className={classNames.place} dir="auto">
            {plainText(page.location.name)}
          </p>
        )}
        <h1
          id="question"
          className={question.length > longQuestion ? classNames.longQuestion : undefined}
          tabIndex={-1}
          dir="auto"
        >
          {question}
        </h1>
        {own.introduction !== undefined && <p dir="auto">{own.introduction}</p>}
      </div>
      <div className={classNames.ratingArea}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in older browsers. */}
        <div
          className={thumbs ? `${classNames.ratingRow} ${classNames.thumbs}` : classNames.ratingRow}
          role="group"
          aria-labelledby="question"
        >
          {thumbs ? <ThumbButtons texts={texts} /> : <StarButtons texts={texts} />}
        </div>
        {!thumbs && (
          <p className={classNames.scale} aria-hidden="true">
            <span>{texts.text('low')}</span>
            <span>{texts.text('high')}</span>
          </p>
        )}
        <p className={classNames.hint}>{texts.text(thumbs ? 'thumbsHint' : 'starsHint')}</p>
      </div>
      <HiddenFields step="rate" language={language} texts={texts} />
    </form>
  );
}

function StarButtons({ texts }: Pick<PartProps, 'texts'>) {
  return stars.map((rating) => (
    <button
      key={rating}
      type="submit"
      className={classNames.starButton}
      name={formFields.rating}
      value={rating}
      aria-label={texts.plural('star', rating, { rating: texts.integer(rating) })}
    >
      <Star />
    </button>
  ));
}

function ThumbButtons({ texts }: Pick<PartProps, 'texts'>) {
  return (['up', 'down'] as const).map((rating) => (
    <button
      key={rating}
      type="submit"
      className={classNames.thumbButton}
      name={formFields.rating}
      value={rating}
      aria-label={texts.text(rating)}
    >
      <Thumb up={rating === 'up'} />
    </button>
  ));
}
