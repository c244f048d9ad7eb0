import { type Language, listedLanguages } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { languageFacts } from '@kindling/locales/languages.ts';
import { languageSwitchHref } from '../addresses.ts';

/**
 * Links to the same page in each language on offer; on an error page to the start page. The script stores the choice
 * (client/language.ts).
 */
export function LanguageList({ path, language }: { path: string | null; language: Language }) {
  return (
    <ul className="languages">
      {listedLanguages.map((other) => (
        <li key={other}>
          <a
            href={languageSwitchHref(path ?? '/', other)}
            hrefLang={languageTag(other)}
            lang={languageTag(other)}
            data-language={other}
            {...(other === language ? { 'aria-current': 'true' } : {})}
          >
            {languageFacts[other].name}
          </a>
        </li>
      ))}
    </ul>
  );
}
