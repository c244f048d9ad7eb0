/** Makes the documents of a loaded page; those that many visitors get are rendered once. */
import { createHash } from 'node:crypto';
import type {
  CardContact,
  CollectLocation,
  CollectPage,
  ReturnedForm,
} from '@kindling/contract/collect-page';
import { pageMarkers } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import type { VisitorRating } from '@kindling/contract/pipeline-settings';
import { renderCollectPage } from '@kindling/guest/collect/collect-page';
import { consentText } from '@kindling/guest/collect/consent';
import { renderLocationChoice } from '@kindling/guest/collect/location-choice';
import { renderPlainLinks } from '@kindling/guest/collect/plain-links';
import type { Documents } from './documents.ts';
import type { LoadedPage, OpenPage, PlainPage } from './load-page.ts';
import type { PageAddress } from './page-address.ts';
import type { StoredPage } from './page-store.ts';
import type { PageTemplate } from './page-template.ts';

export interface PageStep {
  step: CollectPage['step'];
  sent: CollectPage['sent'];
  rating: VisitorRating | null;
  withdrawUrl: string | null;
  /** A form that was not stored. */
  returned: ReturnedForm | null;
}

const firstStep: PageStep = { step: 'rate', sent: null, rating: null, withdrawUrl: null, returned: null };

export interface RenderContext {
  address: PageAddress;
  language: Language;
  documents: Documents;
  scriptPath: string;
  /** A QR code as SVG for a tablet at the counter. @param path of the public links, for the visitor's own phone */
  kioskQr(path: string): string;
}

/** Seconds after which a tablet at the counter returns to its start. */
const kioskIdleSeconds = 30;

/** The text that the form shows in this language, and its hash, by which the form names it. */
export function consentOf(
  page: OpenPage,
  language: Language,
  form: 'review' | 'message',
): { text: string; version: string } {
  const text = consentText(page.view.settings, language, page.view.business.name, form);
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

/** Recipients of a campaign share its documents, so their personal path is filled in for each. */
function pathIn({ path, invitation }: PageAddress): string {
  return `/${invitation === null ? path : pageMarkers.path}`;
}

/** The path of a page whose location the visitor chose. */
function pathWithLocation(address: PageAddress, page: OpenPage, location: CollectLocation): string {
  return asksLocation(page) ? `${pathIn(address)}?location=${location.id}` : pathIn(address);
}

/** The path of the public links that a tablet at the counter shows as a code. */
function kioskLinksPath({ path }: PageAddress, page: OpenPage, location: CollectLocation): string {
  return asksLocation(page) ? `/${path}/links?location=${location.id}` : `/${path}/links`;
}

const asksLocation = ({ locationId, view }: OpenPage): boolean =>
  locationId === null && view.locations.length > 1;

/** The first step, which all visitors of a page share. */
export function firstPage(
  stored: StoredPage,
  page: OpenPage,
  location: CollectLocation,
  context: RenderContext,
): Promise<PageTemplate> {
  const name = `${context.language} ${location.id}`;
  return context.documents.get(stored.version, name, () => renderStep(page, location, firstStep, context));
}

/** A document with the markers of `pageMarkers`. */
export function renderStep(
  page: OpenPage,
  location: CollectLocation,
  step: PageStep,
  context: RenderContext,
): string {
  const { address, language, scriptPath } = context;
  const { view } = page;
  return renderCollectPage(
    {
      path: pathWithLocation(address, page, location),
      ...step,
      business: view.business,
      location,
      several: view.locations.length > 1,
      settings: view.settings,
      kiosk:
        address.door === 'kiosk'
          ? { qr: context.kioskQr(kioskLinksPath(address, page, location)), idleSeconds: kioskIdleSeconds }
          : null,
      invited: address.invitation !== null,
      howWeAskUrl: `/r/${view.slug}/how-we-ask`,
      consentVersions: {
        review: consentOf(page, language, 'review').version,
        message: consentOf(page, language, 'message').version,
      },
      contact: contactOf(page, address),
    },
    language,
    scriptPath,
  );
}

function contactOf({ card }: OpenPage, { path }: PageAddress): CardContact | null {
  return card === undefined ? null : { name: card.name, title: card.title, cardUrl: `/${path}/contact.vcf` };
}

export function choicePage(
  stored: StoredPage,
  page: OpenPage,
  context: RenderContext,
): Promise<PageTemplate> {
  const { address, language, documents } = context;
  const { business, settings, locations } = page.view;
  return documents.get(stored.version, `${language} choice`, () =>
    renderLocationChoice({ path: pathIn(address), business, settings, locations }, language),
  );
}

/** The HTTP status of a page without a form. Search engines forget what the operator took down. */
export function statusOfPlain(page: LoadedPage | null): number {
  if (page === null) return 404;
  return page.kind === 'plain' && page.reason === 'taken-down' ? 410 : 200;
}

/** @param path of the page, for its switch of languages */
export function renderPlain(page: PlainPage | null, path: string, language: Language): string {
  return renderPlainLinks(
    {
      reason: page?.reason ?? 'unknown',
      business: page === null || page.businessName === null ? null : { name: page.businessName },
      destinations: page?.destinations ?? [],
    },
    language,
    path,
  );
}
