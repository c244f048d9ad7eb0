/** The page behind the link that ends invitations of a business. */
import { formFields } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { ownAddress } from './addresses.ts';
import { renderShell } from './shell.tsx';
import { collectTextsOf } from './texts.ts';

export interface UnsubscribePage {
  path: string;
  /** `open`: the button is shown. `gone`: nobody made this link. */
  state: 'open' | 'done' | 'gone';
  /** Null when it is not known. */
  business: { name: string } | null;
}

const keys = {
  open: ['unsubscribeTitle', 'unsubscribeText'],
  done: ['unsubscribedTitle', 'unsubscribedText'],
  gone: ['unsubscribeGoneTitle', 'unsubscribeGoneText'],
} as const;

export function renderUnsubscribePage(
  { path, state, business }: UnsubscribePage,
  language: Language,
): string {
  const { text } = collectTextsOf(language);
  const [titleKey, textKey] = keys[state];
  const title = text(titleKey);
  return renderShell(
    { language, title, path, business },
    <main>
      <div className={classNames.notePage}>
        <h1>{title}</h1>
        <p className={classNames.lead}>{text(textKey)}</p>
        {state === 'open' && (
          <form method="post" action={ownAddress(path)}>
            <input type="hidden" name={formFields.language} value={language} />
            <button type="submit" className={classNames.mainButton}>
              {text('unsubscribeButton')}
            </button>
          </form>
        )}
      </div>
    </main>,
  );
}
