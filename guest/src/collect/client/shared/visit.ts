/** One visit: what was rated, written and sent; kept in the tab, so that a reload or another language loses nothing. */
import type { Step } from './page.ts';

export interface Visit {
  /** The same for all that a visitor sends in one visit. */
  key: string;
  step: Step;
  rating: string;
  /** The forms that were sent. */
  sent: string[];
  withdrawUrl: string;
  /** Typed texts by form and field. */
  typed: Record<string, string>;
  /** Milliseconds since 1970. */
  at: number;
}

const name = 'kindling.visit:';
const longestVisit = 30 * 60 * 1000;

/** An older version of the script may have kept another shape. */
const isVisit = ({ key, step, rating, sent, withdrawUrl, typed }: Partial<Visit>): boolean =>
  [key, step, rating, withdrawUrl].every((text) => typeof text === 'string') &&
  Array.isArray(sent) &&
  typeof typed === 'object' &&
  typed !== null;

/** 22 letters, as many bits as a UUID. */
export function newKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}

export function readVisit(path: string): Visit | null {
  try {
    const visit: Visit | null = JSON.parse(sessionStorage.getItem(name + path) ?? 'null');
    return visit && isVisit(visit) && Date.now() - visit.at < longestVisit ? visit : null;
  } catch {
    return null;
  }
}

export function writeVisit(path: string, visit: Visit): void {
  try {
    sessionStorage.setItem(name + path, JSON.stringify({ ...visit, at: Date.now() }));
  } catch {
    // The visit lasts as long as the page.
  }
}
