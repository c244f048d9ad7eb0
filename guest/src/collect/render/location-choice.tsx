/** A business with several locations asks which one was visited: one link each, to the same page with the location named. */
import type { LocationChoicePage } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { plainText } from '../../kit/plain-text.ts';
import { withQuery } from './addresses.ts';
import { cleanPage } from './markers.tsx';
import { sentenceName } from './own-texts.ts';
import { renderShell } from './shell.tsx';
import { collectTextsOf } from './texts.ts';

/** The links add `location=<id>` to the query of `page.path`. */
export function renderLocationChoice(page: LocationChoicePage, language: Language): string {
  const { path, business, settings, locations } = cleanPage(page);
  const texts = collectTextsOf(language);
  const name = sentenceName(business.name);
  return renderShell(
    { language, title: texts.text('title', { name }), path, business, settings },
    <main>
      <div className={classNames.notePage}>
        <div>
          <h1>{texts.text('chooseTitle')}</h1>
          <p className={classNames.lead}>{texts.text('chooseHint', { name })}</p>
        </div>
        <ul className={classNames.publicLinks}>
          {locations.map((location) => (
            <li key={location.id}>
              <a
                className={classNames.publicLink}
                href={withQuery(withQuery(path, 'location', location.id), 'lng', language)}
              >
                <span dir="auto">
                  {plainText(location.name)}
                  {location.address !== null && (
                    <small className={classNames.choiceAddress}>{plainText(location.address)}</small>
                  )}
                </span>
                <svg className={classNames.goMark} viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M9 6l6 6-6 6" />
                </svg>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </main>,
  );
}
