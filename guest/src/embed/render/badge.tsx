/** The parts of every badge: the platforms' own figures, each source separately, and no reviews. */
import { SourceMark } from '../../kit/source-mark.tsx';
import { Stars } from '../../kit/stars.tsx';
import type { Texts } from '../../kit/texts.ts';
import { Thumb } from '../../kit/thumb.tsx';
import { figureFacts, noFiguresText } from './badge-facts.ts';
import { type FigureData, figureLink } from './figure-texts.ts';
import type { LayoutProps } from './layout.ts';
import { Footer, WriteReviewLinks } from './parts.tsx';

type SourcesProps = LayoutProps & {
  /** Whether to show the name of each source; otherwise its mark stands for it. */
  readonly named: boolean;
};

/** Each source with its figures, or a sentence when there are none. */
export function Sources({ snapshot, texts, named }: SourcesProps) {
  const { figures, settings } = snapshot;
  return (
    <>
      <div className={classNames.badgeSources}>
        {figures.map((figure) => (
          <Source key={figure.source} figure={figure} texts={texts} named={named} />
        ))}
        {figures.length === 0 && <p className={classNames.badgeSource}>{noFiguresText(snapshot, texts)}</p>}
      </div>
      {settings.showWrite && <WriteReviewLinks snapshot={snapshot} texts={texts} />}
    </>
  );
}

/** A whole badge that names its sources. */
export function NamedSources(props: LayoutProps) {
  return (
    <>
      <Sources {...props} named />
      <Footer {...props} />
    </>
  );
}

type SourceProps = { readonly figure: FigureData; readonly texts: Texts; readonly named: boolean };

/** Stars for a platform with stars, a thumb and text for one with recommendations. */
function Source({ figure, texts, named }: SourceProps) {
  const { source, stars, recommends, recommendsNot, count, empty } = figureFacts(figure, texts);
  const words = count ?? (empty ? texts.text('none') : null);
  const url = figureLink(figure);
  return (
    <div className={classNames.badgeSource}>
      <SourceMark source={figure.source} label={named ? null : source} />
      {named && <p className={classNames.badgeSourceName}>{source}</p>}
      <div className={classNames.badgeRatings}>
        {stars !== null && (
          <p className={classNames.badgeRating}>
            <b>{stars.average}</b>
            <Stars rating={figure.average ?? 0} label={stars.label} />
          </p>
        )}
        {recommends !== null && (
          <p className={`${classNames.badgeRating} ${classNames.badgeRecommended}`}>
            <Thumb up />
            <b>
              {words === null && url !== null ? (
                <ExternalLink url={url}>{recommends}</ExternalLink>
              ) : (
                recommends
              )}
            </b>
          </p>
        )}
        {recommendsNot !== null && (
          <p className={`${classNames.badgeRating} ${classNames.badgeSmall}`}>
            <Thumb up={false} />
            {recommendsNot}
          </p>
        )}
      </div>
      {words !== null && (
        <p className={`${classNames.badgeSmall} ${classNames.badgeCount}`}>
          {url === null ? words : <ExternalLink url={url}>{words}</ExternalLink>}
        </p>
      )}
    </div>
  );
}

/** @param props.url an address that `safeLink` accepted */
export function ExternalLink({ url, children }: { readonly url: string; readonly children: string }) {
  return (
    <a href={url} target="_blank" rel="noopener nofollow ugc">
      {children}
    </a>
  );
}
