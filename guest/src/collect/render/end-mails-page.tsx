/** The page behind the link with which a member of an account ends mails of a kind. */
import { formFields } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { ownAddress } from './addresses.ts';
import { renderShell } from './shell.tsx';
import { collectTextsOf } from './texts.ts';

export interface EndMailsPage {
  path: string;
  /** `open`: the button is shown. `gone`: nobody made this link. */
  state: 'open' | 'done' | 'gone';
  /** Which mails; null for a link that nobody made. */
  mail:
    | 'newReviews'
    | 'digest'
    | 'monthlyReport'
    | 'privateFeedback'
    | 'connectionTrouble'
    | 'assigned'
    | 'productNews'
    | null;
}

const titles = { open: 'endMailsTitle', done: 'endedMailsTitle', gone: 'unsubscribeGoneTitle' } as const;

export function renderEndMailsPage({ path, state, mail }: EndMailsPage, language: Language): string {
  const { text } = collectTextsOf(language);
  const title = text(titles[state]);
  const mails = mail === null ? '' : text(`endMails_${mail}`);
  return renderShell(
    { language, title, path, business: null },
    <main>
      <div className={classNames.notePage}>
        <h1>{title}</h1>
        {state === 'gone' ? (
          <p className={classNames.lead}>{text('unsubscribeGoneText')}</p>
        ) : (
          <>
            <p className={classNames.lead}>
              <strong>{mails}</strong>
            </p>
            <p className={classNames.lead}>{text(state === 'open' ? 'endMailsText' : 'endedMailsText')}</p>
          </>
        )}
        {state === 'open' && (
          <form method="post" action={ownAddress(path)}>
            <input type="hidden" name={formFields.language} value={language} />
            <button type="submit" className={classNames.mainButton}>
              {text('endMailsButton')}
            </button>
          </form>
        )}
      </div>
    </main>,
  );
}
