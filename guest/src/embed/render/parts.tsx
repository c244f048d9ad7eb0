/** The parts of every layout: figures of each source, a review, the disclosure. */
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { Fragment, type ReactNode } from 'react';
import { avatarColor, displayName, initials } from '../../kit/author.ts';
import { ownLink, safeLink } from '../../kit/link.ts';
import { Person } from '../../kit/person.tsx';
import { plainText } from '../../kit/plain-text.ts';
import { SourceMark } from '../../kit/source-mark.tsx';
import { Stars } from '../../kit/stars.tsx';
import type { Texts } from '../../kit/texts.ts';
import { Thumb } from '../../kit/thumb.tsx';
import { Prose } from './clamped-text.tsx';
import { dayText } from './day-text.ts';
import {
  countText,
  type FigureData,
  figureLink,
  figureName,
  lineText,
  readText,
  verdictText,
  verdictTexts,
  writeLink,
  writeText,
} from './figure-texts.ts';
import { footerNote, noteSeparator } from './footer-note.ts';
import { hasPictures } from './heights.ts';
import { Histogram } from './histogram.tsx';
import type { LayoutProps } from './layout.ts';
import { looks } from './looks.ts';
import { toolMarks } from './visitor-tools.tsx';

/** By the number of the author's color; the first color is that of every avatar. */
const avatarClasses = [
  classNames.avatar,
  ...[
    classNames.avatarTone1,
    classNames.avatarTone2,
    classNames.avatarTone3,
    classNames.avatarTone4,
    classNames.avatarTone5,
  ].map((tone) => `${classNames.avatar} ${tone}`),
];

/** `ugc` and `nofollow`: others wrote the target, and the host page does not vouch for it. */
export const externalLinkProps = { target: '_blank', rel: 'noopener nofollow ugc' } as const;

/** The platforms' own figures, unless the settings leave them out. */
export function Header({ snapshot, texts }: LayoutProps) {
  const { settings, figures } = snapshot;
  if (!settings.showHeader || figures.length === 0) return null;
  return (
    <header className={classNames.header}>
      {figures.map((figure) => (
        <div key={figure.source}>
          {looks[settings.look].header === 'line' ? (
            <FigureLine figure={figure} texts={texts} />
          ) : (
            <Figure figure={figure} texts={texts} />
          )}
          {settings.showHistogram && <Histogram figure={figure} texts={texts} />}
        </div>
      ))}
      {settings.showWrite && <WriteReviewLinks snapshot={snapshot} texts={texts} />}
    </header>
  );
}

/** Links to write a review: the same for everybody. */
export function WriteReviewLinks({ snapshot, texts }: LayoutProps) {
  const offers = snapshot.figures.flatMap((figure) => {
    const url = writeLink(figure);
    return url === null ? [] : [{ url, source: figure.source }];
  });
  if (offers.length === 0) return null;
  return (
    <p className={classNames.writeLinks}>
      {offers.map(({ url, source }) => (
        <a key={source} className={classNames.writeLink} href={url} {...externalLinkProps}>
          {writeText(source, texts)}
        </a>
      ))}
    </p>
  );
}

/** One source in one line, as "4.7 from 212 reviews": the platform's own figures. */
function FigureLine({ figure, texts }: { readonly figure: FigureData; readonly texts: Texts }) {
  const { source, average } = figure;
  return (
    <p className={classNames.figureLine}>
      <SourceMark source={source} label={figureName(source, texts)} />
      {average !== null && (
        <Stars rating={average} label={texts.plural('stars', average, { rating: texts.average(average) })} />
      )}
      <b>
        <OptionalLink url={figureLink(figure)}>{lineText(figure, texts)}</OptionalLink>
      </b>
    </p>
  );
}

export function Figure({ figure, texts }: { readonly figure: FigureData; readonly texts: Texts }) {
  const { source, average } = figure;
  const { up, down } = verdictTexts(figure, texts);
  return (
    <>
      <p className={classNames.sourceName}>
        <SourceMark source={source} label={null} />
        {figureName(source, texts)}
      </p>
      <div className={classNames.figure}>
        {average !== null && (
          <>
            <b>{texts.average(average)}</b>
            <Stars
              rating={average}
              label={texts.plural('stars', average, { rating: texts.average(average) })}
            />
          </>
        )}
        {countText(figure, texts) !== null && (
          <span className={classNames.fact}>
            <ReviewCount figure={figure} texts={texts} />
          </span>
        )}
        {up !== null && (
          <span className={classNames.fact}>
            <Thumb up />
            {up}
          </span>
        )}
        {down !== null && (
          <span className={classNames.fact}>
            <Thumb up={false} />
            {down}
          </span>
        )}
      </div>
    </>
  );
}

/** The number of reviews, or of thumbs where there are no stars, linked to the list of all if there is one. */
export function ReviewCount({ figure, texts }: { readonly figure: FigureData; readonly texts: Texts }) {
  const words = countText(figure, texts) ?? verdictTexts(figure, texts).up ?? '';
  return <OptionalLink url={figureLink(figure)}>{words}</OptionalLink>;
}

type PagesProps = LayoutProps & { readonly children: (reviews: readonly SnapshotReview[]) => ReactNode };

/** All reviews, or the first page with a button for the next. Each page opens without a script. */
export function Pages({ snapshot, texts, children }: PagesProps) {
  const { reviews, settings } = snapshot;
  return (
    <ReviewPage reviews={reviews} size={settings.pageSize || reviews.length} texts={texts} draw={children} />
  );
}

type PageProps = {
  readonly reviews: readonly SnapshotReview[];
  readonly size: number;
  readonly texts: Texts;
  readonly draw: PagesProps['children'];
};

function ReviewPage({ reviews, size, texts, draw }: PageProps) {
  if (reviews.length === 0) return null;
  const rest = reviews.slice(size);
  return (
    <>
      {draw(reviews.slice(0, size))}
      {rest.length > 0 && (
        <details className={classNames.nextPage}>
          <summary>{texts.plural('showMore', Math.min(size, rest.length))}</summary>
          <ReviewPage reviews={rest} size={size} texts={texts} draw={draw} />
        </details>
      )}
    </>
  );
}

type ReviewProps = {
  /** Of the card; a quotation has none of the rules of cards. */
  readonly className?: string;
  readonly review: SnapshotReview;
  readonly snapshot: Snapshot;
  readonly texts: Texts;
};

export function Review({ className = classNames.reviewCard, review, snapshot, texts }: ReviewProps) {
  const { settings } = snapshot;
  const { attribution } = review;
  // When the platform requires attribution, the author's name is part of it.
  const name = displayName(review.authorName, attribution ? 'full' : settings.author);
  const authorUrl = safeLink(attribution?.authorUrl ?? null);
  const { rating, recommendation } = review;
  const verdict = verdictText(review, texts);
  const text = plainText(review.text ?? '');
  const reply = settings.showReplies && review.reply ? plainText(review.reply.text) : '';
  return (
    <article className={className} {...toolMarks(review, snapshot)}>
      <div className={classNames.author}>
        {hasPictures(settings) && <Avatar name={name} photo={review.photo} />}
        <div>
          <b className={classNames.authorName} dir="auto">
            <OptionalLink url={authorUrl}>{name ?? texts.text('anonymous')}</OptionalLink>
          </b>
          <p className={classNames.reviewFacts}>
            {rating !== null && (
              <Stars
                rating={rating}
                label={texts.plural('stars', rating, { rating: texts.integer(rating) })}
                digits={texts.integer(rating)}
              />
            )}
            {verdict !== null && (
              <span className={classNames.fact}>
                <Thumb up={recommendation === 'positive'} />
                {verdict}
              </span>
            )}
            <ReviewDate review={review} settings={settings} texts={texts} />
          </p>
        </div>
        <ReviewSource review={review} texts={texts} />
      </div>
      <Prose
        text={text}
        clampLines={settings.clampLines}
        texts={texts}
        emphasis={review.source === 'first-party' ? looks[settings.look].emphasis : undefined}
      />
      {review.translated && (
        <p className={`${classNames.reviewFacts} ${classNames.note}`}>{texts.text('translated')}</p>
      )}
      {review.invited && (
        <p className={`${classNames.reviewFacts} ${classNames.note}`}>{texts.text('invited')}</p>
      )}
      {reply !== '' && (
        <div className={classNames.reply}>
          <b className={classNames.authorName} dir="auto">
            {texts.text('replyFrom', { name: plainText(review.reply?.from ?? snapshot.businessName) })}
          </b>
          <Prose text={reply} clampLines={settings.clampLines} texts={texts} />
        </div>
      )}
      {attribution && <Attribution attribution={attribution} texts={texts} />}
    </article>
  );
}

type AvatarProps = { readonly name: string | null; readonly photo: string | undefined };

/**
 * The picture covers the initials, so that these show while it is missing, blocked or late. It has no width and
 * height: with both, browsers draw a broken-image icon on pages in quirks mode.
 */
export function Avatar({ name, photo }: AvatarProps) {
  const address = photo === undefined ? null : ownLink(photo);
  return (
    <span className={avatarClasses[avatarColor(name ?? '')]} aria-hidden>
      {name === null ? <Person /> : initials(name)}
      {address !== null && (
        <img className={classNames.avatarPhoto} src={address} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  );
}

type DayProps = {
  readonly review: SnapshotReview;
  readonly settings: Snapshot['settings'];
  readonly texts: Texts;
};

/** A date stays true; "two weeks ago" does not, so the script writes it when the page opens. */
function ReviewDate({ review, settings, texts }: DayProps) {
  const day = settings.date === 'none' ? null : dayText(review, texts);
  if (day === null) return null;
  if (settings.date !== 'relative') return <span>{day}</span>;
  return <time dateTime={review.writtenAt.slice(0, 10)}>{day}</time>;
}

type AttributionProps = {
  readonly attribution: NonNullable<SnapshotReview['attribution']>;
  readonly texts: Texts;
};

/** The source of the review and the link to report it, as the platform's terms require. */
function Attribution({ attribution, texts }: AttributionProps) {
  const flagUrl = safeLink(attribution.flagUrl);
  return (
    <p className={`${classNames.reviewFacts} ${classNames.note}`}>
      <OptionalLink url={safeLink(attribution.mapsUrl)}>{texts.text('attributed')}</OptionalLink>
      {flagUrl !== null && <OptionalLink url={flagUrl}>{texts.text('report')}</OptionalLink>}
    </p>
  );
}

/** @param props.url an address that `safeLink` accepted, or null for plain text */
function OptionalLink({ url, children }: { readonly url: string | null; readonly children: string }) {
  if (url === null) return <>{children}</>;
  return (
    <a href={url} {...externalLinkProps}>
      {children}
    </a>
  );
}

/** The source of one review: a link if the platform gives an address for it, else only the mark. */
function ReviewSource({ review, texts }: { readonly review: SnapshotReview; readonly texts: Texts }) {
  const url = safeLink(review.permalink);
  const source = texts.text(`source_${review.source}`);
  if (url === null) return <SourceMark source={review.source} label={source} />;
  return (
    <a href={url} {...externalLinkProps} aria-label={texts.text('readOn', { source })}>
      <SourceMark source={review.source} label={null} />
    </a>
  );
}

/** Says "none yet" only when there are none: a filter without results must not look like that. */
export function EmptyMessage({ snapshot, texts }: LayoutProps) {
  const [linked] = snapshot.figures.flatMap((figure) => {
    const url = figureLink(figure);
    return url === null ? [] : [{ url, words: readText(figure.source, texts) }];
  });
  return (
    <div className={`${classNames.reviewCard} ${classNames.empty}`}>
      <p>{texts.text(snapshot.disclosure.total === 0 ? 'none' : 'noneShown')}</p>
      {linked && (
        <a href={linked.url} {...externalLinkProps}>
          {linked.words}
        </a>
      )}
    </div>
  );
}

export function Footer({ snapshot, texts }: LayoutProps) {
  const note = footerNote(snapshot, texts);
  const address = ownLink(snapshot.brand.url);
  const words = texts.text('madeWith', { brand: plainText(snapshot.brand.name) });
  return (
    <footer className={classNames.footer}>
      {note !== null && (
        <p>
          {note.sentences.join(noteSeparator)}
          {note.links.map(({ url, words }, index) => (
            <Fragment key={url}>
              {index + note.sentences.length > 0 && noteSeparator}
              <a href={url} target="_blank" rel="noopener">
                {words}
              </a>
            </Fragment>
          ))}
        </p>
      )}
      {address === null ? (
        <span>{words}</span>
      ) : (
        <a href={address} target="_blank" rel="noopener">
          {words}
        </a>
      )}
    </footer>
  );
}
