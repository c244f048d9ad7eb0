import type { Clock } from '../kit/clock.ts';
import { type Fields, isFields, textOf } from '../kit/fields.ts';
import type { Journal } from '../kit/journal.ts';
import { createMint, type Mint } from '../kit/tokens.ts';
import type { FacebookData, Person } from './data.ts';
import { createRatingsStore, type RatingsStore } from './ratings-store.ts';

/** What a code or token stands for. `expires` is in milliseconds, 0 for never. */
export type Grant = { user: string; scopes: string[]; declined: string[]; pages: string[]; expires: number };

/** Everything the Facebook simulator knows. */
export type FacebookState = {
  clock: Clock;
  app: { id: string; secret: string };
  mint: Mint;
  journal: Journal;
  data: FacebookData;
  ratings: RatingsStore;
  codes: Map<string, Grant & { redirectUri: string; used: boolean }>;
  /** Tokens of a user issued up to `until` are dead for the reason of `subcode`. */
  dead: Map<string, { until: number; subcode: number }>;
  /** Pages with the app installed, and the fields they send. */
  installed: Map<string, string[]>;
  requireProof: boolean;
  /** `by-version`: gone from v22.0 on; `never` and `always` ignore the version. */
  ratingsWithdrawn: 'by-version' | 'never' | 'always';
  usage: { limitPerHour: number; windowStart: number; used: Map<string, number> };
  nextComment: number;
};

/** Far above what one shop needs, so that only a test that lowers it meets the limit. */
export const usualLimitPerHour = 20_000;

/** The state at the start, with the journal of earlier runs applied. */
export function createFacebookState(given: {
  clock: Clock;
  app: { id: string; secret: string };
  journal: Journal;
  data: FacebookData;
}): FacebookState {
  const state: FacebookState = {
    ...given,
    mint: createMint(given.app.secret, given.clock),
    ratings: createRatingsStore(),
    codes: new Map(),
    dead: new Map(),
    installed: new Map(),
    requireProof: false,
    ratingsWithdrawn: 'by-version',
    usage: { limitPerHour: usualLimitPerHour, windowStart: 0, used: new Map() },
    nextComment: 1,
  };
  fillFacebookState(state, given.data);
  for (const entry of given.journal.read()) applyEntry(state, entry);
  return state;
}

/** Puts everything back to the start with `data`; tokens already given stay valid. */
export function fillFacebookState(state: FacebookState, data: FacebookData): void {
  state.data = { ...data, pages: [...data.pages], people: [...data.people] };
  state.ratings.replaceAll(data.ratings);
  state.codes.clear();
  state.dead.clear();
  state.installed.clear();
  state.requireProof = false;
  state.ratingsWithdrawn = 'by-version';
  state.usage = { limitPerHour: usualLimitPerHour, windowStart: 0, used: new Map() };
  state.nextComment = 1;
}

function applyEntry(state: FacebookState, entry: Fields): void {
  const user = textOf(entry, 'dead');
  if (user && typeof entry.until === 'number' && typeof entry.subcode === 'number') {
    state.dead.set(user, { until: entry.until, subcode: entry.subcode });
  }
  const story = textOf(entry, 'story');
  if (story && Array.isArray(entry.comments)) {
    const comments = state.ratings.comments(story);
    comments?.splice(0, comments.length, ...entry.comments.filter(isFields));
    state.nextComment += 1;
  }
}

/** Ends every token of a user that exists now. */
export function killTokens(state: FacebookState, user: string, subcode: number): void {
  const until = state.mint.newest();
  state.dead.set(user, { until, subcode });
  state.journal.add({ dead: user, until, subcode });
}

/** The person with this id, or null. */
export function personOf(state: FacebookState, id: string): Person | null {
  return state.data.people.find((person) => person.id === id) ?? null;
}

/** The page with this id or username, or null. */
export function pageOf(state: FacebookState, id: string): Fields | null {
  return state.data.pages.find((page) => page.id === id || page.username === id) ?? null;
}
