/** What a browser without JavaScript shows when a form was not stored. */
import type { Language } from '@kindling/contract/constants';
import { plainText } from '../../kit/plain-text.ts';
import { ownAddress } from './addresses.ts';
import { renderShell } from './shell.tsx';
import { collectTextsOf } from './texts.ts';

export type FormProblem = 'busy' | 'expired' | 'invalid' | 'gone';
const sentences = {
  busy: 'problemBusy',
  expired: 'problemExpired',
  invalid: 'problemInvalid',
  gone: 'gone',
} as const;

/**
 * @param path of the page that sent the form
 * @param written what is shown again, because nothing takes it any more
 */
export function renderProblem(
  problem: FormProblem,
  path: string,
  language: Language,
  written: readonly string[] = [],
): string {
  const { text } = collectTextsOf(language);
  const title = text(problem === 'gone' ? 'problemGoneTitle' : 'problemTitle');
  const texts = [...new Set(written.map(plainText))].filter((words) => words !== '');
  return renderShell(
    { language, title, path, business: null },
    <main>
      <div className={classNames.notePage}>
        <div>
          <h1>{title}</h1>
          <p className={classNames.lead}>{text(sentences[problem])}</p>
          <p>
            <a href={ownAddress(path)}>{text('problemBack')}</a>
          </p>
        </div>
        {texts.map((words) => (
          <p key={words} className={classNames.quote} dir="auto">
            {words}
          </p>
        ))}
      </div>
    </main>,
  );
}
