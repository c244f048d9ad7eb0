/** The languages on offer, each with a line of the widget's own texts in it. */
import { listedLanguages } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import de from '@kindling/locales/de/embed.json';
import en from '@kindling/locales/en/embed.json';
import es from '@kindling/locales/es/embed.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import fr from '@kindling/locales/fr/embed.json';
import nl from '@kindling/locales/nl/embed.json';
import { languageSwitchHref } from '../../addresses.ts';
import { ownNames } from '../../texts.ts';
import type { LandingProps } from './landing-props.ts';

const lines = { en, fr, de, nl, es };

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
            {ownNames[other]}
          </a>
          <span>{fillText(lines[other].shownNewest_other, { count: 12, total: 212 })}</span>
        </li>
      ))}
    </ul>
  );
}
