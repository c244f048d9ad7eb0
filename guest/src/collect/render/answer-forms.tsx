/** The boxes of the second step: a review, and a private message. Both are the same for every rating. */
import {
  type CollectPage,
  formFields,
  maxContact,
  maxMessageLength,
  maxReviewLength,
  maxVisitorName,
} from '@kindling/contract/collect-page';
import { maxAnswerLength, opensMessage } from '@kindling/contract/pipeline-settings';
import { plainText } from '../../kit/plain-text.ts';
import { asksPerson, consentText } from './consent.tsx';
import { ownTexts } from './own-texts.ts';
import { Hidden, HiddenFields, OptionalMark, type PartProps } from './parts.tsx';

type BoxProps = PartProps & { readonly name: string };

/** What was written in a form that came back; empty for every other field. */
function writtenIn(page: CollectPage, form: 'review' | 'message', field: string): string | undefined {
  return page.returned?.form === form ? page.returned.values[field] : undefined;
}

/** The fragment scrolls to the form when it comes back; after it was stored, the form is hidden and the page stays at its top. */
export function ReviewForm(props: BoxProps) {
  const { page, language, texts, name } = props;
  const own = ownTexts(page.settings, language);
  return (
    <form
      id="review"
      className={classNames.box}
      method="post"
      action={`${page.path}#review`}
      autoComplete={page.kiosk ? 'off' : 'on'}
      hidden={page.sent === 'review'}
    >
      <h2 dir="auto">{own.reviewTitle ?? texts.text('reviewTitle')}</h2>
      <p className={classNames.hint}>{texts.text('reviewHint', { name })}</p>
      {page.invited && <p className={classNames.hint}>{texts.text('invited')}</p>}
      <LongField
        id="review-text"
        field={formFields.text}
        label={texts.text('reviewLabel')}
        max={maxReviewLength}
        written={writtenIn(page, 'review', formFields.text)}
      />
      {page.settings.questions.map(({ id, text }) => (
        <p key={id} className={classNames.field}>
          <label htmlFor={`q-${id}`}>
            <span dir="auto">{plainText(text)}</span>
            <OptionalMark texts={texts} />
          </label>
          <input
            id={`q-${id}`}
            name={formFields.answer + id}
            maxLength={maxAnswerLength}
            defaultValue={writtenIn(page, 'review', formFields.answer + id)}
            autoComplete="off"
            aria-describedby={`q-${id}-hint`}
          />
          <small id={`q-${id}-hint`}>{texts.text('questionHint', { name })}</small>
        </p>
      ))}
      <PersonFields {...props} form="review" nameHint={texts.text('nameHint')} />
      <SendButton label={texts.text('sendReview')} fault={faultOf(props, 'review')} />
      <HiddenFields step="review" language={language} texts={texts} />
      <RatingField page={page} />
    </form>
  );
}

function isMessageOpen({ returned, rating, settings }: CollectPage): boolean {
  return returned?.form === 'message' || (rating !== null && opensMessage(settings, rating));
}

/** Below the links for everybody. After a low rating it is open, and it opens only downwards. */
export function MessageBox(props: BoxProps) {
  const { page, language, texts, name } = props;
  const own = ownTexts(page.settings, language);
  return (
    <details
      id="message"
      className={`${classNames.box} ${classNames.privateBox}`}
      open={isMessageOpen(page)}
      hidden={page.sent === 'message'}
    >
      <summary>
        <svg className={classNames.lock} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z" />
        </svg>
        <h2 dir="auto">{own.messageTitle ?? texts.text('messageTitle')}</h2>
      </summary>
      <form method="post" action={`${page.path}#message`} autoComplete={page.kiosk ? 'off' : 'on'}>
        <p className={classNames.hint}>{texts.text('messageHint', { name })}</p>
        <LongField
          id="message-text"
          field={formFields.message}
          label={texts.text('messageLabel')}
          max={maxMessageLength}
          written={writtenIn(page, 'message', formFields.message)}
          required
        />
        <PersonFields {...props} form="message" nameHint={texts.text('nameHintMessage', { name })} />
        <SendButton label={texts.text('sendMessage')} fault={faultOf(props, 'message')} />
        <HiddenFields step="message" language={language} texts={texts} />
        <RatingField page={page} />
      </form>
    </details>
  );
}

type LongFieldProps = {
  readonly id: string;
  readonly field: string;
  readonly label: string;
  readonly max: number;
  readonly written: string | undefined;
  readonly required?: boolean;
};

function LongField({ id, field, label, max, written, required }: LongFieldProps) {
  return (
    <p className={classNames.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={field}
        rows={4}
        maxLength={max}
        defaultValue={written}
        required={required}
        dir="auto"
        autoComplete="off"
        aria-describedby={`${id}-count`}
      />
      <small id={`${id}-count`} className={classNames.count} />
    </p>
  );
}

type PersonProps = BoxProps & { readonly form: 'review' | 'message'; readonly nameHint: string };

/** Name and contact are always optional, and kept only with the visitor's consent. */
function PersonFields({ page, language, texts, name, form, nameHint }: PersonProps) {
  const { settings } = page;
  if (!asksPerson(settings)) return null;
  const both = settings.asksName && settings.asksContact;
  const [writtenName, writtenContact] = [formFields.name, formFields.contact].map((field) =>
    writtenIn(page, form, field),
  );
  const title = both ? 'personBoth' : settings.asksName ? 'personName' : 'personContact';
  return (
    <details className={classNames.person} open={Boolean(writtenName || writtenContact)}>
      <summary>
        <span>
          {texts.text(title)}
          <OptionalMark texts={texts} />
        </span>
      </summary>
      {settings.asksName && (
        <p className={classNames.field}>
          <label htmlFor={`${form}-name`}>
            {texts.text('name')}
            <OptionalMark texts={texts} />
          </label>
          <input
            id={`${form}-name`}
            name={formFields.name}
            maxLength={maxVisitorName}
            defaultValue={writtenName}
            dir="auto"
            autoComplete={page.kiosk ? 'off' : 'name'}
            aria-describedby={`${form}-name-hint`}
          />
          <small id={`${form}-name-hint`}>{nameHint}</small>
        </p>
      )}
      {settings.asksContact && (
        <p className={classNames.field}>
          <label htmlFor={`${form}-contact`}>
            {texts.text('contact')}
            <OptionalMark texts={texts} />
          </label>
          <input
            id={`${form}-contact`}
            name={formFields.contact}
            maxLength={maxContact}
            defaultValue={writtenContact}
            inputMode="email"
            autoComplete={page.kiosk ? 'off' : 'email'}
            aria-describedby={`${form}-contact-hint`}
          />
          <small id={`${form}-contact-hint`}>{texts.text('contactHint', { name })}</small>
        </p>
      )}
      <label className={classNames.consent}>
        <input type="checkbox" name={formFields.consent} value="yes" />
        <span dir="auto">{consentText(settings, language, page.business.name, form)}</span>
      </label>
      <Hidden name={formFields.consentVersion} value={page.consentVersions[form]} />
      <p className={classNames.hint}>{texts.text('consentHint')}</p>
    </details>
  );
}

/** The script fills in the rating of this visit; without it the server has rendered it. */
function RatingField({ page }: Pick<PartProps, 'page'>) {
  return <Hidden name={formFields.rating} value={page.rating === null ? '' : String(page.rating)} />;
}

/** Why a form came back, in the visitor's language. */
function faultOf({ page, texts }: BoxProps, form: 'review' | 'message'): string | undefined {
  return page.returned?.form === form ? texts.text(page.returned.fault) : undefined;
}

type SendButtonProps = { readonly label: string; readonly fault: string | undefined };

function SendButton({ label, fault }: SendButtonProps) {
  return (
    <>
      <p className={classNames.fault} role="alert">
        {fault}
      </p>
      <button type="submit" className={classNames.mainButton}>
        {label}
      </button>
    </>
  );
}
