/** The public links and nothing else: of a code without a page behind it, which it says, or of a tablet at the counter. */
import type { PlainLinksPage } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { withoutMarkers } from './markers.tsx';
import { sentenceName } from './own-texts.ts';
import { hasLinks, PublicLinks } from './parts.tsx';
import { renderShell } from './shell.tsx';
import { type CollectTexts, collectTextsOf } from './texts.ts';

/**
 * @param path of the page itself, for the switch of languages
 * @param clicksOf path of the page that counts clicks, or null where none are counted
 */
export function renderPlainLinks(
  page: PlainLinksPage,
  language: Language,
  path: string,
  clicksOf: string | null = null,
): string {
  const { business, destinations, reason } = withoutMarkers(page);
  const texts = collectTextsOf(language);
  const name = sentenceName(business?.name ?? '');
  const { heading, lead } = wordsOf(reason, hasLinks(destinations), texts);
  const title = name === '' ? heading : texts.text('title', { name });
  return renderShell(
    { language, title, path, business },
    <main>
      <div className={classNames.notePage}>
        <div>
          {/* Without links a heading that announces them would be wrong. */}
          <h1 dir="auto">{heading === '' ? name : heading}</h1>
          <p className={classNames.lead}>{lead}</p>
        </div>
        <PublicLinks destinations={destinations} path={clicksOf} />
      </div>
    </main>,
  );
}

function wordsOf(reason: PlainLinksPage['reason'], linked: boolean, { text }: CollectTexts) {
  if (reason === 'unknown') return { heading: text('plainUnknownTitle'), lead: text('plainUnknown') };
  if (reason === 'taken-down') return { heading: text('plainTakenDownTitle'), lead: text('plainTakenDown') };
  const heading = linked ? text('linksTitle') : '';
  if (reason === 'kiosk') return { heading, lead: linked ? text('linksHint') : '' };
  if (reason === 'disabled') return { heading, lead: text(linked ? 'plainDisabled' : 'plainDisabledAlone') };
  return { heading, lead: text(linked ? 'plainEnded' : 'plainEndedAlone') };
}
