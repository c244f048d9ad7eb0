import { bearerToken, type Call, formOf } from '../kit/call.ts';
import { contentFaultKinds } from '../kit/content-faults.ts';
import { type ActiveFault, appliesTo, type FaultKind, undo } from '../kit/fault-registry.ts';
import { itemFaultKinds } from '../kit/item-faults.ts';
import { controlError, isJsonObject, numberField, objectsIn, stringField } from '../kit/json-object.ts';
import type { RateLimitSpec } from '../kit/outage-faults.ts';
import { pagingFaultKinds } from '../kit/paging-faults.ts';
import type { PlatformFaults } from '../kit/platform-faults.ts';
import { replyFaultKinds } from '../kit/reply-faults.ts';
import type { HttpResponse } from '../kit/response.ts';
import type { Person } from './data.ts';
import { limitCodes, limitResponse } from './errors.ts';
import { ratingCorruptions } from './item-corruptions.ts';
import { pageFaultKinds } from './page-faults.ts';
import { type FacebookState, findPage, invalidateTokens } from './state.ts';
import { pageOfToken } from './token.ts';
import { usageFaultKinds, usageHeaders } from './usage.ts';

/** Registers all faults of this platform, and returns what `serve` needs to apply them. */
export function facebookFaults(state: FacebookState): PlatformFaults {
  const { faults } = state;
  faults.add({
    ...contentFaultKinds(state.platformReviews, faults),
    ...pagingFaultKinds,
    ...itemFaultKinds(ratingCorruptions),
    ...replyFaultKinds,
    ...usageFaultKinds,
    'fb-code-12': { about: 'the ratings edge is withdrawn: code 12 in every version' },
    ...accessFaultKinds(state),
    ...pageFaultKinds(state),
    ...state.notifier.kinds,
  });
  return {
    faults,
    isApiCall: isApiCall,
    placesOf: (call) => placesOf(state, call),
    quotaOf: (call) => (isApiCall(call) ? (pageOfToken(state, bearerToken(call) ?? '') ?? 'app') : null),
    limitOf: () => null,
    rateLimitResponse: (order, call) => rateLimitResponse(order, pageOfToken(state, bearerToken(call) ?? '')),
    rateLimitIn: rateLimitIn,
    isTokenRefresh: (call) =>
      pathOf(call) === '/oauth/access_token' &&
      (call.query.get('grant_type') ?? formOf(call).get('grant_type')) === 'fb_exchange_token',
    onClockMoved: () => state.outbox.sendDue(),
    close: () => state.outbox.clear(),
  };
}

function pathOf(call: Call): string {
  return call.path.replace(/^\/v\d+\.\d+(?=\/)/, '');
}

/** All but the dialog, tokens and the app's own settings. */
function isApiCall(call: Call): boolean {
  return !/^\/(dialog|oauth|debug_token)(\/|$)|\/subscriptions$/.test(pathOf(call));
}

/** The page of a call: by its own id, or by a story or comment on it. */
function placesOf(state: FacebookState, call: Call): string[] {
  const node = pathOf(call).split('/')[1] ?? '';
  const page = findPage(state, node)?.id ?? state.ratings.pageOfStory(node.split('_')[0] ?? '');
  return typeof page === 'string' ? [page] : [];
}

/** The code and headers of a limit. Only the usage header of a page names a wait, in whole minutes. */
function rateLimitResponse(
  { retryAfter, waitSeconds, options }: RateLimitSpec,
  page: string | null,
): HttpResponse {
  const wait = Math.ceil((waitSeconds ?? 0) / 60);
  const asked = numberField(options, 'code');
  const code = asked !== undefined && limitCodes.includes(asked) ? asked : page === null ? 4 : 80001;
  const headers = usageHeaders(page, 100, wait);
  return limitResponse(code, retryAfter ? { ...headers, 'retry-after': retryAfter } : headers);
}

function rateLimitIn(reply: HttpResponse): { waitSeconds: number | null } | null {
  const value = reply.content.kind === 'json' ? reply.content.value : null;
  const code = isJsonObject(value) && isJsonObject(value.error) ? value.error.code : undefined;
  if (typeof code !== 'number' || !limitCodes.includes(code)) return null;
  const usage: unknown = JSON.parse(reply.headers['x-business-use-case-usage'] ?? '{}');
  const rows = isJsonObject(usage) ? Object.values(usage).flatMap(objectsIn) : [];
  const minutes = Math.max(0, ...rows.map((row) => numberField(row, 'estimated_time_to_regain_access') ?? 0));
  return { waitSeconds: minutes === 0 ? null : minutes * 60 };
}

/** Permissions that `scope-removed` removes by default. */
const defaultRemovedScopes = ['pages_read_user_content', 'pages_manage_engagement'];

/** The faults of tokens, roles and permissions. With a page they affect everybody who has a role on it. */
function accessFaultKinds(state: FacebookState): Record<string, FaultKind> {
  const { faults } = state;
  const dead = (about: string, subcode: number): FaultKind => ({
    about,
    options: 'email',
    times: 1,
    start: (fault) => {
      const people = affectedPeople(state, fault);
      for (const person of people) invalidateTokens(state, person.id, subcode);
      faults.fire(
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
      options: `email, scopes (${defaultRemovedScopes.join(', ')})`,
      start: (fault) => {
        const people = affectedPeople(state, fault);
        const { scopes: given } = fault.options;
        const scopes = Array.isArray(given) ? given.map(String) : defaultRemovedScopes;
        const until = state.tokens.newest();
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
        const people = affectedPeople(state, fault).map((person) => [person, person.pages] as const);
        for (const [person, pages] of people) person.pages = pages.filter((page) => !appliesTo(fault, page));
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
        state.tokens.invalidateAll();
        state.codes.clear();
        fault.fired += 1;
      },
      end: () => state.tokens.restoreAll(),
    },
  };
}

/** The person with this `email`, else everybody with a role on the page. */
function affectedPeople(state: FacebookState, fault: ActiveFault): Person[] {
  const email = stringField(fault.options, 'email');
  const people = state.data.people.filter((person) =>
    email === undefined ? person.pages.some((page) => appliesTo(fault, page)) : person.email === email,
  );
  if (people.length === 0) throw controlError('no such person');
  return people;
}
