import { tourPath } from '@kindling/contract/site-address';
import { BrandMark } from '@kindling/design/brand-mark';
import { fillText } from '@kindling/locales/fill-text.ts';
import { languageFacts } from '@kindling/locales/languages.ts';
import type { FrameContext } from './header.tsx';
import { LanguageList } from './kit/language-list.tsx';
import { centralizing, legal, resources, toolkit } from './navigation.ts';
import type { Condition } from './site-page.ts';

interface Entry {
  path: string;
  title: string;
  /** Hidden from people who are signed in. */
  visitorsOnly?: boolean;
  when?: Condition;
}

/** Groups of links, copyright and language menu. It all works without a script. */
export function Footer(props: FrameContext & { year: string }) {
  const { site, brand, language, year, href } = props;
  const { nav, footer } = site;
  const worded = (
    entries: readonly { key: keyof typeof nav.items; path: string; when?: Condition }[],
  ): Entry[] => entries.map(({ key, ...entry }) => ({ ...entry, title: nav.items[key].title }));
  const groups: { title: string; entries: Entry[] }[] = [
    { title: nav.groups.centralizing, entries: worded(centralizing) },
    { title: nav.groups.toolkit, entries: worded(toolkit) },
    { title: footer.resources, entries: worded(resources) },
    {
      title: footer.start,
      entries: [
        { path: tourPath, title: nav.tour },
        { path: '/pricing', title: nav.pricing, when: 'uses.payments' },
        { path: '/auth/sign-up', title: nav.signUp, visitorsOnly: true },
        { path: '/auth/sign-in', title: nav.signIn, visitorsOnly: true },
        { path: '/dashboard', title: nav.dashboard },
      ],
    },
    { title: footer.legal, entries: worded(legal) },
  ];
  return (
    <footer className="foot">
      <div className="wrap foot-grid">
        <div className="foot-brand">
          <a className="brand" href={href('/')}>
            <BrandMark size={30} />
            {brand.name}
          </a>
          <p className="small">{footer.promise}</p>
        </div>
        <nav className="foot-groups" aria-label={footer.label}>
          {groups.map(({ title, entries }) => (
            <div key={title}>
              <p>{title}</p>
              <ul>
                {entries.map((entry) => (
                  <li
                    key={entry.path}
                    className={entry.visitorsOnly === true ? 'for-visitor' : undefined}
                    data-if={entry.when}
                  >
                    <a href={href(entry.path)}>{entry.title}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="foot-end">
          <p className="small">{fillText(footer.rights, { year, name: brand.name })}</p>
          <details className="foot-language">
            <summary>
              <span className="quiet">{nav.language}</span>{' '}
              <span translate="no">{languageFacts[language].name}</span>
            </summary>
            <LanguageList {...props} />
          </details>
        </div>
      </div>
    </footer>
  );
}
