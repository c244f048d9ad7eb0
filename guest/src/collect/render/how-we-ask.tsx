/**
 * The page "How we ask" of a business (EU 2005/29/EC Art. 7(6), UK DMCC Act 2024): how its reviews are collected, checked and
 * left out. Every sentence follows from a value; no text of the owner is part of it.
 */
import type { HowWeAskPage } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { ownAddress } from './addresses.ts';
import { hiddenReasons } from './hidden-reasons.ts';
import { withoutMarkers } from './markers.tsx';
import { sentenceName } from './own-texts.ts';
import { renderShell } from './shell.tsx';
import { type CollectTexts, collectTextsOf } from './texts.ts';

type Props = { readonly page: HowWeAskPage; readonly texts: CollectTexts };

export function renderHowWeAsk(page: HowWeAskPage, language: Language): string {
  const clean = withoutMarkers(page);
  const texts = collectTextsOf(language);
  const { path, business, settings } = clean;
  const name = sentenceName(business.name);
  return renderShell(
    { language, title: `${texts.text('askTitle')} · ${name}`, path, business, settings },
    <main className={classNames.article}>
      <div>
        <h1>{texts.text('askTitle')}</h1>
        <p className={classNames.lead}>{texts.text('askLead', { name })}</p>
      </div>
      <Collected page={clean} texts={texts} />
      <Checked page={clean} texts={texts} />
      <LeftOut page={clean} texts={texts} />
      <Withdrawn page={clean} texts={texts} />
      <section>
        <h2>{texts.text('rules')}</h2>
        <p>{texts.text(clean.market === 'other' ? 'law_none' : `law_${clean.market}`)}</p>
      </section>
      {clean.profileUrl !== null && (
        <p>
          <a className={classNames.mainButton} href={ownAddress(clean.profileUrl)}>
            {texts.text('toProfile')}
          </a>
        </p>
      )}
    </main>,
  );
}

function Collected({ page: { business, doors, ratingStyles }, texts }: Props) {
  const style = ratingStyles.length > 1 ? 'both' : ratingStyles[0];
  return (
    <section>
      <h2>{texts.text('collected')}</h2>
      {doors.length === 0 ? (
        <p>{texts.text('collectedNone')}</p>
      ) : (
        <>
          <p>{texts.text('collectedBy')}</p>
          <ul className={classNames.articleList}>
            {doors.map((door) => (
              <li key={door}>{texts.text(`door_${door}`)}</li>
            ))}
          </ul>
        </>
      )}
      {style !== undefined && <p>{texts.text(`style_${style}`)}</p>}
      <p>{texts.text('same')}</p>
      <p>{texts.text('private')}</p>
      {/* We cannot know it, so it is the word of the business. */}
      <p>{texts.text('unpaid', { name: sentenceName(business.name) })}</p>
    </section>
  );
}

function Checked({ page: { doors, figures }, texts }: Props) {
  const { waiting, released, discarded } = figures.held;
  return (
    <section>
      <h2>{texts.text('checked')}</h2>
      <p>{texts.text(doors.includes('invitation') ? 'purchaseInvited' : 'purchase')}</p>
      <p>{texts.text('abuse')}</p>
      <p>{texts.text('held')}</p>
      <ul className={classNames.articleList}>
        <li>{texts.plural('received', figures.received)}</li>
        <li>{texts.plural('heldWaiting', waiting)}</li>
        <li>{texts.plural('heldReleased', released)}</li>
        <li>{texts.plural('heldDiscarded', discarded)}</li>
      </ul>
    </section>
  );
}

function LeftOut({ page: { hidden }, texts }: Props) {
  const reasons = hiddenReasons(hidden, texts);
  return (
    <section>
      <h2>{texts.text('leftOut')}</h2>
      {reasons.length === 0 ? (
        <p>{texts.text('leftOutNone')}</p>
      ) : (
        <ul className={classNames.articleList}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p>{texts.text('unedited')}</p>
      <p>{texts.text('counted')}</p>
    </section>
  );
}

function Withdrawn({ page: { figures }, texts }: Props) {
  return (
    <section>
      <h2>{texts.text('withdrawal')}</h2>
      <p>{texts.text('withdrawalText')}</p>
      <p>{texts.plural('withdrawnCount', figures.withdrawn)}</p>
    </section>
  );
}
