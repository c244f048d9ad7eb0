/** The page behind the private link: what was sent, and the button that withdraws it. */
import { formFields, type WithdrawPage } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { plainText } from '../../kit/plain-text.ts';
import { withoutMarkers } from './markers.tsx';
import { GivenRating } from './parts.tsx';
import { renderShell } from './shell.tsx';
import { type CollectTexts, collectTextsOf } from './texts.ts';

type Props = { readonly page: WithdrawPage; readonly language: Language; readonly texts: CollectTexts };

/** The form sends `step=withdraw` and the language to `page.path`, which alone is the right to withdraw. */
export function renderWithdrawPage(page: WithdrawPage, language: Language): string {
  const clean = withoutMarkers(page);
  const texts = collectTextsOf(language);
  const titles = { open: 'withdrawTitle', withdrawn: 'withdrawnTitle', gone: 'goneTitle' } as const;
  const title = texts.text(titles[clean.state]);
  return renderShell(
    { language, title, path: clean.path, business: clean.business },
    <main>
      <div className={classNames.notePage}>
        <h1>{title}</h1>
        {clean.state === 'open' ? (
          <Sent page={clean} language={language} texts={texts} />
        ) : (
          <p className={classNames.lead}>
            {texts.text(clean.state === 'withdrawn' ? 'withdrawn' : 'goneText')}
          </p>
        )}
      </div>
    </main>,
  );
}

function Sent({ page, language, texts }: Props) {
  const { rating, sentOn } = page;
  const written = [
    [texts.text('partReview'), plainText(page.text ?? '')],
    [texts.text('partMessage'), plainText(page.message ?? '')],
    ...page.answers.map(({ question, answer }) => [plainText(question), plainText(answer)] as const),
    [texts.text('partPerson'), page.person.map(plainText).join(' · ')],
  ].filter(([, text]) => text !== '');
  return (
    <>
      {rating !== null && <GivenRating rating={rating} texts={texts} />}
      {sentOn !== null && (
        <p className={classNames.hint}>{texts.text('withdrawSent', { day: texts.day(sentOn) })}</p>
      )}
      {written.map(([title, text]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p className={classNames.quote} dir="auto">
            {text}
          </p>
        </section>
      ))}
      <form method="post" action={page.path}>
        <p className={classNames.hint}>{texts.text('withdrawExplain')}</p>
        <input type="hidden" name={formFields.step} value="withdraw" />
        <input type="hidden" name={formFields.language} value={language} />
        <button type="submit" className={classNames.mainButton}>
          {texts.text('withdrawButton')}
        </button>
      </form>
    </>
  );
}
