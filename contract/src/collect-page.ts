/**
 * What a visitor's page shows and sends: the values that the renderer gets (`guest/src/collect`), and the forms that the
 * server reads. The forms work without JavaScript; the script sends the same fields.
 */
import { z } from 'zod';
import type { Language } from './constants.ts';
import type { HiddenReason } from './hidden-reasons.ts';
import {
  maxAnswerLength,
  type PipelineSettings,
  type RatingStyle,
  type VisitorRating,
} from './pipeline-settings.ts';
import type { Source } from './platforms.ts';

/** How a visitor came to the page. QR codes and NFC cards have a row each; the others have none. */
export const doorKinds = ['qr', 'nfc', 'link', 'kiosk', 'invitation'] as const;
export type DoorKind = (typeof doorKinds)[number];

/** Where a public review can be written, in the owner's order. */
export interface Destination {
  /** Stable within the location; counts clicks. */
  id: string;
  /** The platform whose mark is shown; null for any other site. */
  source: Source | null;
  /** "Google", or the owner's own label; plain text. */
  label: string;
  /** The platform's own https address. */
  url: string;
}

export interface CollectLocation {
  id: string;
  name: string;
  /** One line, or null. */
  address: string | null;
  destinations: readonly Destination[];
}

export interface CollectBusiness {
  name: string;
  /** `#rrggbb`, or null. */
  color: string | null;
  /** A picture at our own host with its size in pixels, or null. */
  logo: { url: string; width: number; height: number } | null;
}

/**
 * The first page, on which the visitor rates, and the second, which is the same for every rating. The second is part of the
 * document of the first, so that the script shows it at once.
 */
export interface CollectPage {
  /** The address of this page, to which its forms are sent: `/q/<code>`. */
  path: string;
  /** `rate`: the rating. `answer`: public links, review and private message. `thanks`: the end of one form. */
  step: 'rate' | 'answer' | 'thanks';
  /** What was sent, for `thanks`. */
  sent: 'review' | 'message' | null;
  /** The rating that was given, for `answer` and `thanks`. */
  rating: VisitorRating | null;
  business: CollectBusiness;
  location: CollectLocation;
  /** Whether the business has several locations, so that the page names its own. */
  several: boolean;
  settings: PipelineSettings;
  /** On a tablet at the counter: no public links but one QR code, nothing is kept, and the page returns to its start. */
  kiosk: KioskMode | null;
  /** Whether the visitor came by a personal invitation, which the review then says. */
  invited: boolean;
  /** Address of the page "How we ask". */
  howWeAskUrl: string;
  /** The private link by which the visitor withdraws what was sent, for `answer` and `thanks` without JavaScript. */
  withdrawUrl: string | null;
  /** Hash of the consent text in the page's language (`consentText` of `guest/src/collect`), for the form to send back. */
  consentVersions: Readonly<Record<'review' | 'message', string>>;
  /** The person of a digital card, by which the visitor came; null or absent in every other case. */
  contact?: CardContact | null;
  /** A form that could not be stored comes back with what was written; null or absent in every other case. */
  returned?: ReturnedForm | null;
}

export interface CardContact {
  name: string;
  title: string | null;
  /** The vCard, which phones offer to save. */
  cardUrl: string;
}

export interface ReturnedForm {
  form: 'rate' | 'review' | 'message';
  /**
   * `expired`: the token was too old, the page has a new one. `busy`: too many at once. `refused`: it cannot be accepted.
   * `gone`: the page takes nothing any more. `consent`: a name or contact came without the visitor's consent.
   */
  fault: 'expired' | 'busy' | 'refused' | 'gone' | 'consent' | 'ended';
  /** What was written, by the name of the field. The tick of consent is not among it. */
  values: Readonly<Record<string, string>>;
}

export interface KioskMode {
  /** The location's page for the visitor's own phone, as an SVG drawing of its QR code. */
  qr: string;
  /** Seconds without a touch after which the page returns to its start. */
  idleSeconds: number;
}

/** A business with several locations asks which one was visited. */
export interface LocationChoicePage {
  path: string;
  business: CollectBusiness;
  settings: PipelineSettings;
  locations: readonly { id: string; name: string; address: string | null }[];
}

/** A code without a page behind it: it says so, and shows the public links and nothing else. */
export interface PlainLinksPage {
  /**
   * `disabled`: the owner switched the code off. `ended`: pipeline, business or account were deleted or archived.
   * `unknown`: no such code, so there is no business and no link. `kiosk`: a tablet at the counter showed the address as a
   * code. `taken-down`: the operator took the page down, so it names no business and no link.
   */
  reason: 'disabled' | 'ended' | 'unknown' | 'kiosk' | 'taken-down';
  business: Pick<CollectBusiness, 'name'> | null;
  destinations: readonly Destination[];
}

/** The page behind the private link: what was sent, and the button that withdraws it. */
export interface WithdrawPage {
  path: string;
  /** `gone`: the link is not known, or what was sent is deleted already. */
  state: 'open' | 'withdrawn' | 'gone';
  business: Pick<CollectBusiness, 'name'> | null;
  /** `YYYY-MM-DD`. */
  sentOn: string | null;
  rating: VisitorRating | null;
  text: string | null;
  message: string | null;
  /** Name and contact. */
  person: readonly string[];
  /** Answers to the owner's questions. */
  answers: readonly { question: string; answer: string }[];
}

/** Whose display rules apply to an account. */
export const markets = ['us', 'uk', 'eu', 'other'] as const;
export type Market = (typeof markets)[number];

/** How many first-party reviews are hidden for one reason; at least one. */
export interface HiddenCount {
  reason: HiddenReason;
  count: number;
}

/** What the page "How we ask" says, from the true settings and figures; no free text of the owner. */
export interface HowWeAskPage {
  path: string;
  business: CollectBusiness;
  settings: Pick<PipelineSettings, 'look'>;
  /** Whose display rules apply. */
  market: Market;
  /** The ways by which visitors are asked now: doors that are in use. */
  doors: readonly DoorKind[];
  /** Whether a pipeline of the business offers stars, thumbs or both. */
  ratingStyles: readonly RatingStyle[];
  /** Of the last 12 months. */
  figures: {
    received: number;
    /** Kept apart as suspicious, by what became of them. */
    held: { waiting: number; released: number; discarded: number };
    withdrawn: number;
  };
  /** First-party reviews that are not shown now. */
  hidden: readonly HiddenCount[];
  /** Address of the business's profile page, or null. */
  profileUrl: string | null;
}

/** A first-party review on the profile page; each is shown as it was written. */
export interface ProfileReview {
  id: string;
  author: string | null;
  rating: VisitorRating;
  text: string | null;
  /** `YYYY-MM-DD` in the time zone of the location. */
  writtenOn: string;
  invited: boolean;
  /** The business has several locations: the name of this review's. */
  location: string | null;
  reply: { text: string } | null;
}

/** A platform's own figures of one place. */
export interface ProfileFigure {
  source: Source;
  /** The name of the location, where the business has several. */
  location: string | null;
  average: number | null;
  count: number;
  recommended: number;
  notRecommended: number;
  /** Where the platform shows them. */
  url: string | null;
}

/** The business's own page, `/r/<slug>`. */
export interface ProfilePage {
  path: string;
  /** Absolute address of this page, for `canonical` and structured data. */
  url: string;
  business: CollectBusiness & { website: string | null; phone: string | null };
  settings: Pick<PipelineSettings, 'look'>;
  locations: readonly { id: string; name: string; address: string | null }[];
  /** Stars and thumbs are counted apart. `average` is of stars only, null without any. */
  firstParty: { average: number | null; stars: number; thumbsUp: number; thumbs: number };
  platforms: readonly ProfileFigure[];
  /** Newest first, those of this page. */
  reviews: readonly ProfileReview[];
  /** From 1 on. */
  page: number;
  pages: number;
  /** First-party reviews that are not shown, as on the page "How we ask". */
  hidden: HowWeAskPage['hidden'];
  /** Where a visitor writes a first-party review, or null. */
  collectUrl: string | null;
  howWeAskUrl: string;
  /** Whether search engines may list the page. */
  indexed: boolean;
}

/** Values that differ for each visitor; the renderer puts these markers in their places, and the server replaces them. */
export const pageMarkers = {
  /** The signed token of the form. */
  token: '%%TOKEN%%',
  /** The idempotency key of what this page sends. */
  key: '%%KEY%%',
  /** The challenge of the proof of work, as JSON in an attribute. */
  challenge: '%%CHALLENGE%%',
  /** The path of a page without the slash in front, where each visitor has one of their own. */
  path: '%%PATH%%',
} as const;

/** Names of the form's fields. */
export const formFields = {
  step: 'step',
  key: 'key',
  token: 'token',
  rating: 'rating',
  text: 'text',
  name: 'name',
  contact: 'contact',
  /** The visitor agrees that the name is shown, or to be reached. Never ticked beforehand. */
  consent: 'consent',
  /** The consent text that the visitor saw: its hash. */
  consentVersion: 'consent_version',
  message: 'message',
  /** Answers to the owner's questions: `answer_<question id>`. */
  answer: 'answer_',
  /** Solution of the proof of work, base64 of JSON; empty without JavaScript. */
  proof: 'proof',
  /** A field that people do not see; programs fill it in. */
  trap: 'website',
  /** The language of the page. */
  language: 'lng',
} as const;

/** The most characters of what a visitor writes. */
export const maxReviewLength = 4000;
export const maxMessageLength = 4000;
export const maxVisitorName = 80;
export const maxContact = 200;

/** Line breaks and tabs are kept; other control characters are removed when the text is stored. */
const written = (max: number) => z.string().max(max);
const common = {
  key: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
  token: z.string().min(20).max(600),
  proof: z.string().max(4000).default(''),
  website: z.string().max(200).default(''),
  lng: z.string().max(20).default(''),
};
const consented = {
  consent: z.enum(['yes', '']).default(''),
  consent_version: z.string().max(64).default(''),
  name: written(maxVisitorName).default(''),
  contact: written(maxContact).default(''),
};
const rating = z.enum(['1', '2', '3', '4', '5', 'up', 'down']);

/**
 * What a form sends, all values as text. Each step names the rating too, so that a step that arrives first, or alone, loses
 * nothing.
 */
export const visitorFormSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('rate'), ...common, rating }),
  z.strictObject({
    step: z.literal('review'),
    ...common,
    ...consented,
    rating,
    text: written(maxReviewLength).default(''),
    /** Answers by the id of their question. */
    answers: z.record(z.string().max(12), written(maxAnswerLength)).default({}),
  }),
  z.strictObject({
    step: z.literal('message'),
    ...common,
    ...consented,
    rating,
    message: written(maxMessageLength).default(''),
  }),
]);
export type VisitorForm = z.infer<typeof visitorFormSchema>;

/** The rating of a form's field. */
export function ratingOf(value: z.infer<typeof rating>): VisitorRating {
  return value === 'up' || value === 'down' ? value : Number(value);
}

/** What the script gets for a form: the same for all steps. */
export interface SubmissionAnswer {
  stored: true;
  /** The private link by which the visitor withdraws what was sent. */
  withdrawUrl: string;
}

/** What a page is written in, and what it is called in that language; for the switch of languages. */
export interface PageLanguage {
  code: Language;
  name: string;
}
