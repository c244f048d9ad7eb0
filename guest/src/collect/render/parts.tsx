/** What several collection pages share: hidden fields, public links, a given rating. */
import { type CollectPage, type Destination, formFields, pageMarkers } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import type { VisitorRating } from '@kindling/contract/pipeline-settings';
import type { ReactNode } from 'react';
import { safeLink } from '../../kit/link.ts';
import { plainText } from '../../kit/plain-text.ts';
import { SourceMark } from '../../kit/source-mark.tsx';
import { Stars } from '../../kit/stars.tsx';
import { Thumb } from '../../kit/thumb.tsx';
import { clickPath, withQuery } from './addresses.ts';
import type { CollectTexts } from './texts.ts';

export type PartProps = {
  readonly page: CollectPage;
  readonly language: Language;
  readonly texts: CollectTexts;
};

/** The fields of every form. The trap is last, so that nobody who uses the keyboard meets it before the button. */
export function HiddenFields({ step, language, texts }: { readonly step: string } & Omit<PartProps, 'page'>) {
  return (
    <>
      <Hidden name={formFields.step} value={step} />
      <Hidden name={formFields.key} value={pageMarkers.key} />
      <Hidden name={formFields.token} value={pageMarkers.token} />
      <Hidden name={formFields.language} value={language} />
      <Hidden name={formFields.proof} value="" />
      <p className={classNames.trap} aria-hidden="true">
        <label>
          {texts.text('trap')}
          <input name={formFields.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
    </>
  );
}

/** Some browsers put the values before a reload into fields of a new page, also into hidden ones, unless told not to. */
export function Hidden({ name, value }: { readonly name: string; readonly value: string }) {
  return <input type="hidden" name={name} value={value} autoComplete="off" />;
}

type LinksProps = { readonly destinations: readonly Destination[]; readonly path: string | null };

/**
 * The public links, in the owner's order. Trust rule: this part gets neither the rating nor the settings, so that nothing can
 * make them different for a rating (docs/decisions/0076-the-visitors-page.md).
 * @param path of the page that counts clicks, or null where none are counted
 */
export function PublicLinks({ destinations, path }: LinksProps) {
  const links = destinations.flatMap(({ id, url, label, source }) => {
    const href = safeLink(url);
    return href === null ? [] : [{ id, href, label: plainText(label), source }];
  });
  if (links.length === 0) return null;
  return (
    <ul className={classNames.publicLinks}>
      {links.map(({ id, href, label, source }) => (
        <li key={id}>
          <a
            className={classNames.publicLink}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            {...(path !== null && {
              ping: withQuery(clickPath(path), 'destination', id),
              'data-destination': id,
            })}
          >
            {source === null ? <Globe /> : <SourceMark source={source} label={null} />}
            <span dir="auto">{label}</span>
            <svg className={classNames.goMark} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M9 6l6 6-6 6" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Whether any of the addresses may become a link. */
export function hasLinks(destinations: readonly Destination[]): boolean {
  return destinations.some(({ url }) => safeLink(url) !== null);
}

function Globe() {
  return (
    <svg className={classNames.siteMark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18c5-5 5-13 0-18z" />
    </svg>
  );
}

type GivenProps = { readonly rating: VisitorRating; readonly texts: CollectTexts };

/** A rating as small shapes with its words for screen readers. */
export function GivenRating({ rating, texts }: GivenProps) {
  if (typeof rating === 'number')
    return <Stars rating={rating} label={texts.plural('star', rating, { rating: texts.integer(rating) })} />;
  return (
    <span className={classNames.fact} role="img" aria-label={texts.text(rating)}>
      <Thumb up={rating === 'up'} />
    </span>
  );
}

export function OptionalMark({ texts }: { readonly texts: CollectTexts }): ReactNode {
  return <small>{` ·\u00a0${texts.text('optional')}`}</small>;
}
