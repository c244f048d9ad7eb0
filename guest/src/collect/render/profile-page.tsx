/** The business's own page: its first-party reviews, the platforms' own figures beside them, and where to write. */
import type { ProfilePage } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import type { ReactNode } from 'react';
import { safeLink } from '../../kit/link.ts';
import { plainText } from '../../kit/plain-text.ts';
import { SourceMark } from '../../kit/source-mark.tsx';
import { Stars } from '../../kit/stars.tsx';
import { textsOf } from '../../kit/texts.ts';
import { ownAddress, withQuery } from './addresses.ts';
import { hiddenLine } from './hidden-reasons.ts';
import { withoutMarkers } from './markers.tsx';
import { sentenceName } from './own-texts.ts';
import { hasWords, ProfileEntry } from './profile-entry.tsx';
import { profileSchema } from './profile-schema.ts';
import { renderShell } from './shell.tsx';
import { type CollectTexts, collectTextsOf } from './texts.ts';

type ProfileProps = {
  readonly page: ProfilePage;
  readonly language: Language;
  readonly texts: CollectTexts;
};

/** Structured data is part of it only where it is allowed (`profileSchema`); the policy needs nothing for it. */
export function renderProfile(page: ProfilePage, language: Language): string {
  const clean = withoutMarkers(page);
  const texts = collectTextsOf(language);
  const { path, business, settings, indexed } = clean;
  const name = sentenceName(business.name);
  const canonical = canonicalAddress(clean);
  const props = { page: clean, language, texts };
  return renderShell(
    {
      language,
      title: texts.text('profileTitle', { name }),
      path,
      business,
      settings,
      indexed,
      head: (
        <>
          {canonical !== undefined && <link rel="canonical" href={canonical} />}
          <meta name="description" content={texts.text('profileTitle', { name })} />
        </>
      ),
    },
    <>
      <main className={`${classNames.article} ${classNames.profile}`}>
        <ProfileHead {...props} />
        <Direct {...props} />
        <Platforms {...props} />
        <Locations {...props} />
      </main>
      <footer className={classNames.pageFooter}>
        <a href={ownAddress(clean.howWeAskUrl)}>{texts.text('howWeAsk')}</a>
      </footer>
    </>,
    profileSchema(clean),
  );
}

/** Each page of reviews is its own address. */
function canonicalAddress({ url, page }: ProfilePage): string | undefined {
  const address = ownAddress(url);
  return address !== undefined && page > 1 ? `${address}?page=${page}` : address;
}

function ProfileHead({ page, texts }: ProfileProps) {
  const { business, collectUrl } = page;
  const website = safeLink(business.website);
  return (
    <div>
      <h1 dir="auto">{plainText(business.name)}</h1>
      <p className={classNames.hint}>
        {website !== null && (
          <a href={website} rel="noopener nofollow">
            {texts.text('website')}
          </a>
        )}
        {website !== null && business.phone !== null && ' · '}
        {business.phone}
      </p>
      {collectUrl !== null && (
        <p className={classNames.callToWrite}>
          <a className={classNames.mainButton} href={ownAddress(collectUrl)}>
            {texts.text('profileWrite')}
          </a>
        </p>
      )}
    </div>
  );
}

/** Stars and thumbs stay apart: a thumb is never counted as stars. */
function Direct(props: ProfileProps) {
  const { page, texts } = props;
  const { average, stars, thumbs, thumbsUp } = page.firstParty;
  const name = sentenceName(page.business.name);
  const disclosure = hiddenLine(page.hidden, texts);
  return (
    <section className={classNames.direct}>
      <h2>{texts.text('direct')}</h2>
      <div className={classNames.figures}>
        {average !== null && (
          <>
            <b>{texts.average(average)}</b>
            <Stars
              rating={average}
              label={texts.plural('star', average, { rating: texts.average(average) })}
            />
            <span>{texts.plural('ratings', stars)}</span>
          </>
        )}
        {thumbs > 0 && <span>{texts.plural('thumbs', thumbs, { up: thumbsUp })}</span>}
      </div>
      <p className={classNames.hint}>{texts.text('directHint', { name })}</p>
      {page.reviews.some(({ invited }) => invited) && (
        <p className={classNames.hint}>{texts.text('invitedExplain')}</p>
      )}
      {disclosure !== null && <p className={classNames.hint}>{disclosure}</p>}
      {page.reviews.length === 0 ? <p>{texts.text('noDirect')}</p> : <Entries {...props} name={name} />}
      <Pager {...props} />
    </section>
  );
}

/** What was written is read; ratings without words follow in one line, which opens. */
function Entries({ page: { reviews }, name, language, texts }: ProfileProps & { readonly name: string }) {
  const [written, wordless] = [true, false].map((wanted) =>
    reviews
      .filter((review) => hasWords(review) === wanted)
      .map((review) => (
        <ProfileEntry key={review.id} review={review} name={name} language={language} texts={texts} />
      )),
  );
  return (
    <>
      {written}
      {wordless !== undefined && wordless.length > 0 && (
        <details className={classNames.wordless}>
          <summary>{texts.plural('wordless', wordless.length)}</summary>
          {wordless}
        </details>
      )}
    </>
  );
}

function Pager({ page: { page, pages, path }, texts }: ProfileProps) {
  if (pages <= 1) return null;
  const link = (to: number, words: string): ReactNode =>
    to >= 1 && to <= pages ? (
      <a href={withQuery(path, 'page', String(to))} rel={to < page ? 'prev' : 'next'}>
        {words}
      </a>
    ) : (
      <span />
    );
  return (
    <nav className={classNames.pager} aria-label={texts.text('pages')}>
      {link(page - 1, texts.text('newer'))}
      <span>{texts.text('page', { page, pages })}</span>
      {link(page + 1, texts.text('older'))}
    </nav>
  );
}

function Platforms({ page: { platforms }, language, texts }: ProfileProps) {
  if (platforms.length === 0) return null;
  const shared = textsOf(language);
  return (
    <section>
      <h2>{texts.text('onPlatforms')}</h2>
      <p className={classNames.hint}>{texts.text('onPlatformsHint')}</p>
      <ul className={classNames.platformList}>
        {platforms.map((figure) => {
          const url = safeLink(figure.url);
          const name = shared.text(`source_${figure.source}`);
          const facts = [
            ...(figure.average === null
              ? []
              : [shared.plural('stars', figure.average, { rating: shared.average(figure.average) })]),
            ...(figure.recommended > 0 ? [shared.plural('recommend', figure.recommended)] : []),
            ...(figure.notRecommended > 0 ? [shared.plural('recommendNot', figure.notRecommended)] : []),
            shared.plural('reviews', figure.count),
          ];
          return (
            <li key={`${figure.source} ${figure.location} ${figure.url}`} className={classNames.platform}>
              <SourceMark source={figure.source} label={null} />
              <span dir="auto">
                {url === null ? (
                  name
                ) : (
                  <a href={url} target="_blank" rel="noopener nofollow">
                    {name}
                  </a>
                )}
                {figure.location !== null && <small> · {plainText(figure.location)}</small>}
                <small className={classNames.choiceAddress}>{facts.join(' · ')}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Locations({ page: { locations }, texts }: ProfileProps) {
  const known = locations.filter(({ address }) => locations.length > 1 || address !== null);
  if (known.length === 0) return null;
  return (
    <section>
      <h2>{texts.text('locations')}</h2>
      <ul className={classNames.platformList}>
        {known.map(({ id, name, address }) => (
          <li key={id} className={classNames.platform}>
            <span dir="auto">
              {plainText(name)}
              {address !== null && <small className={classNames.choiceAddress}>{plainText(address)}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
