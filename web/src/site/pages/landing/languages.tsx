/** The languages on offer, each with a line of the widget's own texts in it. */
import { listedLanguages } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { embedTexts } from '@kindling/locales/embed.ts';
import { fillText } from '@kindling/locales/fill-text.ts';
import { languageFacts } from '@kindling/locales/languages.ts';
import { languageSwitchHref } from '../../addresses.ts';
import type { LandingProps } from './landing-props.ts';

export function Languages({ language }: LandingProps) {
  return (
    <ul className="tongues">
      {listedLanguages.map((other) => (
        <li key={other} lang={languageTag(other)} translate="no">
          <a
            href={languageSwitchHref('/', other)}
            hrefLang={languageTag(other)}
            data-language={other}
            {...(other === language ? { 'aria-current': 'true' as const } : {})}
          >
            {languageFacts[other].name}
          </a>
          <span>{fillText(embedTexts[other].shownNewest_other, { count: 12, total: 212 })}</span>
        </li>
      ))}
    </ul>
  );
}
