import { bearerOf, type Call, formOf } from '../kit/call.ts';
import { type ActiveFault, type FaultKind, isFor, undo } from '../kit/fault-board.ts';
import { controlFault, isFields, listOf, numberOf, textOf } from '../kit/fields.ts';
import { itemKinds } from '../kit/item-faults.ts';
import type { NamedFaults } from '../kit/named-faults.ts';
import type { LimitOrder } from '../kit/outage-faults.ts';
import { pagingKinds } from '../kit/paging-faults.ts';
import type { Reply } from '../kit/reply.ts';
import { replyKinds } from '../kit/reply-faults.ts';
import { worldKinds } from '../kit/world-faults.ts';
import type { Person } from './data.ts';
import { limitCodes, limitReply } from './errors.ts';
import { ratingShapes } from './item-shapes.ts';
import { pageKinds } from './page-faults.ts';
import { type FacebookState, killTokens, pageOf } from './state.ts';
import { pageOfToken } from './token.ts';
import { usageHeaders, usageKinds } from './usage.ts';

/** Gives the state's board all the faults of this platform, and serve.ts what it needs to strike with them. */
export function facebookFaults(state: FacebookState): NamedFaults {
  const { board } = state;
  board.add({
    ...worldKinds(state.world, board),
    ...pagingKinds,
    ...itemKinds(ratingShapes),
    ...replyKinds,
    ...usageKinds,
    'fb-code-12': { about: 'the ratings edge is withdrawn: code 12 in every version' },
    ...accessKinds(state),
    ...pageKinds(state),
    ...state.notifier.kinds,
  });
  return {
    board,
    isApi,
    placesOf: (call) => placesOf(state, call),
    bucketOf: (call) => (isApi(call) ? (pageOfToken(state, bearerOf(call) ?? '') ?? 'app') : null),
    limitOf: () => null,
    limited: (order, call) => limited(order, pageOfToken(state, bearerOf(call) ?? '')),
    limitIn,
    isRefresh: (call) =>
      pathOf(call) === '/oauth/access_token' &&
      (call.query.get('grant_type') ?? formOf(call).get('grant_type')) === 'fb_exchange_token',
    onClock: () => state.outbox.pump(),
    close: () => state.outbox.clear(),
  };
}

function pathOf(call: Call): string {
  return call.path.replace(/^\/v\d+\.\d+(?=\/)/, '');
}

/** All but the dialog, tokens and the app's own settings. */
function isApi(call: Call): boolean {
  return !/^\/(dialog|oauth|debug_token)(\/|$)|\/subscriptions$/.test(pathOf(call));
}

/** The page a call is about: by its own id, or that of a story or comment on it. */
function placesOf(state: FacebookState, call: Call): string[] {
  const node = pathOf(call).split('/')[1] ?? '';
  const page = pageOf(state, node)?.id ?? state.ratings.pageOfStory(node.split('_')[0] ?? '');
  return typeof page === 'string' ? [page] : [];
}

/** Codes by the form of the wait: only the usage header of a page tells one, as whole minutes. */
function limited({ retryAfter, waitSeconds, options }: LimitOrder, page: string | null): Reply {
  const wait = Math.ceil((waitSeconds ?? 0) / 60);
  const asked = numberOf(options, 'code');
  const code = asked !== undefined && limitCodes.includes(asked) ? asked : page === null ? 4 : 80001;
  const headers = usageHeaders(page, 100, wait);
  return limitReply(code, retryAfter ? { ...headers, 'retry-after': retryAfter } : headers);
}

function limitIn(reply: Reply): { waitSeconds: number | null } | null {
  const value = reply.content.kind === 'json' ? reply.content.value : null;
  const code = isFields(value) && isFields(value.error) ? value.error.code : undefined;
  if (typeof code !== 'number' || !limitCodes.includes(code)) return null;
  const usage: unknown = JSON.parse(reply.headers['x-business-use-case-usage'] ?? '{}');
  const rows = isFields(usage) ? Object.values(usage).flatMap(listOf) : [];
  const minutes = Math.max(0, ...rows.map((row) => numberOf(row, 'estimated_time_to_regain_access') ?? 0));
  return { waitSeconds: minutes === 0 ? null : minutes * 60 };
}

/** Permissions that `scope-removed` takes away unless others are named. */
const usualRemoved = ['pages_read_user_content', 'pages_manage_engagement'];

/** The faults of tokens, roles and permissions. Narrowed to a page they concern everybody with a role on it. */
function accessKinds(state: FacebookState): Record<string, FaultKind> {
  const { board } = state;
  const dead = (about: string, subcode: number): FaultKind => ({
    about,
    options: 'email',
    times: 1,
    start: (fault) => {
      const people = peopleOf(state, fault);
      for (const person of people) killTokens(state, person.id, subcode);
      board.fire(
        fault,
        people.map((person) => person.email),
      );
    },
  });
  return {
    revoked: dead('the person removes the app: every token is dead (190/458), a new login helps', 458),
    'password-changed': dead('the password was changed: every token is dead (190/460)', 460),
    'scope-removed': {
      about: 'tokens of now lack permissions; a new login helps',
      options: `email, scopes (${usualRemoved.join(', ')})`,
      start: (fault) => {
        const people = peopleOf(state, fault);
        const { scopes: given } = fault.options;
        const scopes = Array.isArray(given) ? given.map(String) : usualRemoved;
        const until = state.mint.newest();
        for (const person of people) state.scopesRemoved.set(person.id, { until, scopes });
        fault.touched.push(...people.map((person) => person.email));
        fault.memory.undo = () => {
          for (const person of people) state.scopesRemoved.delete(person.id);
        };
      },
      end: undo,
    },
    'page-role-lost': {
      about: 'the person has no role on the page any more (190/492); ending the fault gives it back',
      options: 'email',
      start: (fault) => {
        const people = peopleOf(state, fault).map((person) => [person, person.pages] as const);
        for (const [person, pages] of people) person.pages = pages.filter((page) => !isFor(fault, page));
        fault.touched.push(...people.map(([person]) => person.email));
        fault.memory.undo = () => {
          for (const [person, pages] of people) person.pages = pages;
        };
      },
      end: undo,
    },
    'sim-restart': {
      about: 'everything that was handed out is void: tokens and codes',
      start: (fault) => {
        state.mint.void();
        state.codes.clear();
        fault.fired += 1;
      },
      end: () => state.mint.revive(),
    },
  };
}

/** Who is meant: the person of `email`, else all with a role on the page, else everybody. */
function peopleOf(state: FacebookState, fault: ActiveFault): Person[] {
  const email = textOf(fault.options, 'email');
  const people = state.data.people.filter((person) =>
    email === undefined ? person.pages.some((page) => isFor(fault, page)) : person.email === email,
  );
  if (people.length === 0) throw controlFault('no such person');
  return people;
}
