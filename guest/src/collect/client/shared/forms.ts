/** What the script sends: the same fields as the forms without it. */
import { firstPause, nextPause, ripen, wait } from './pauses.ts';

/** One form as it waits to be sent. */
export interface Entry {
  /** Address of the page, which is also that of the server's answer. */
  path: string;
  /** Identifies what a visitor sends in one visit; with the step it is stored once. */
  key: string;
  step: string;
  /** `application/x-www-form-urlencoded`. */
  body: string;
}

/** How sending one entry ended. */
export type Result =
  | { kind: 'stored'; withdrawUrl: string | null }
  /** Refused for good; `gone` when the page takes nothing any more. */
  | { kind: 'refused' | 'gone' }
  /** Refused because the visit was withdrawn; another one is taken. */
  | { kind: 'ended' }
  /** To be sent again: without a network, or after a number of seconds. */
  | { kind: 'again'; network: boolean; seconds: number }
  /** The token is too old. */
  | { kind: 'expired' };

/** What the server tells a page whose token is too old. */
export interface Renewal {
  token: string;
  challenge: string;
}

const patience = 20_000;
const longestWait = 600;

/** Fetches with a limit of time; a redirect is a failure, because sign-in pages of public networks answer so. */
export async function request(path: string, body: string | null): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), patience);
  try {
    return await fetch(path, {
      method: body === null ? 'GET' : 'POST',
      body,
      headers: {
        accept: 'application/json',
        ...(body !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      redirect: 'error',
      cache: 'no-store',
      signal: controller.signal,
      // The rating arrives although the visitor leaves at once; browsers refuse longer bodies.
      keepalive: body !== null && body.length < 30_000,
    });
  } finally {
    clearTimeout(timer);
  }
}

export async function post({ path, body }: Entry): Promise<Result> {
  const lost: Result = { kind: 'again', network: true, seconds: 0 };
  let response: Response;
  try {
    response = await request(path, body);
  } catch {
    return lost;
  }
  const { status } = response;
  const answer: Record<string, unknown> = await response.json().catch(() => ({}));
  if (status === 409 || (status === 200 && answer.stored === true))
    return {
      kind: 'stored',
      withdrawUrl: typeof answer.withdrawUrl === 'string' ? answer.withdrawUrl : null,
    };
  if (status === 403 && answer.code === 'form-expired') return { kind: 'expired' };
  if (status === 410) return { kind: answer.code === 'visit-ended' ? 'ended' : 'gone' };
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after')) || 0;
    return { kind: 'again', network: false, seconds: Math.min(longestWait, Math.max(0, seconds)) };
  }
  // A sign-in page of a public network answers 200 without our answer.
  return status < 400 ? lost : { kind: 'refused' };
}

/** Null when the server cannot be reached, or answers something else. */
export async function renew(path: string): Promise<Renewal | null> {
  try {
    const response = await request(path, null);
    const answer: Record<string, unknown> = await response.json();
    const { token, challenge } = answer;
    if (typeof token !== 'string') return null;
    return { token, challenge: typeof challenge === 'string' ? challenge : JSON.stringify(challenge ?? '') };
  } catch {
    return null;
  }
}

/** Asks again with growing pauses. Null when it is not wanted any more. */
export async function renewUntilDone(path: string, isWanted: () => boolean): Promise<Renewal | null> {
  for (let pause = firstPause; isWanted(); pause = nextPause(pause)) {
    const renewal = await renew(path);
    await (renewal ? ripen() : wait(pause * 1000));
    if (renewal && isWanted()) return renewal;
  }
  return null;
}
