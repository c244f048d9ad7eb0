import { type Call, formOf, jsonOf } from '../kit/call.ts';
import { contentFaultKinds } from '../kit/content-faults.ts';
import { type ActiveFault, appliesTo, type FaultKind, undo } from '../kit/fault-registry.ts';
import { itemFaultKinds } from '../kit/item-faults.ts';
import { controlError, stringField } from '../kit/json-object.ts';
import { pagingFaultKinds } from '../kit/paging-faults.ts';
import type { PlatformFaults } from '../kit/platform-faults.ts';
import { replyFaultKinds } from '../kit/reply-faults.ts';
import type { Person } from './data.ts';
import { faultResponse } from './errors.ts';
import { reviewCorruptions } from './item-corruptions.ts';
import { locationFaultKinds } from './location-faults.ts';
import { quotaFaultKinds, serviceOf } from './quota.ts';
import type { Signer } from './signing.ts';
import { type GoogleState, revokeGrant } from './state.ts';

/** Registers all faults of this platform, and returns what `serve` needs to apply them. */
export function googleFaults(state: GoogleState, signer: Signer): PlatformFaults {
  const { faults } = state;
  faults.add({
    ...contentFaultKinds(state.platformReviews, faults),
    ...pagingFaultKinds,
    ...itemFaultKinds(reviewCorruptions),
    ...replyFaultKinds,
    ...quotaFaultKinds,
    ...accessFaultKinds(state, signer),
    ...locationFaultKinds(state, state.platformReviews),
    ...state.notifier.kinds,
  });
  return {
    faults,
    isApiCall: (call) => serviceOf(call.path) !== null,
    placesOf,
    quotaOf: (call) => serviceOf(call.path),
    limitOf: () => state.quota.perMinute,
    rateLimitResponse: ({ retryAfter }) =>
      faultResponse({ kind: 'status', status: 429, retryAfter, detail: {} }),
    rateLimitIn: (reply) => (reply.status === 429 ? { waitSeconds: null } : null),
    isTokenRefresh: (call) => call.path === '/token' && formOf(call).get('grant_type') === 'refresh_token',
    onClockMoved: () => state.outbox.sendDue(),
    close: () => state.outbox.clear(),
  };
}

/** The locations of a call, from its path; for batchGetReviews from its body. */
function placesOf(call: Call): string[] {
  const named = /(?:accounts\/[^/:]+\/)?locations\/[^/:]+/.exec(call.path)?.[0];
  if (named) return [named];
  if (!call.path.endsWith('/locations:batchGetReviews')) return [];
  const names = jsonOf(call)?.locationNames;
  return Array.isArray(names) ? names.map(String) : [];
}

/** The faults of tokens, roles and scopes. With a location they affect everybody who has access to it. */
function accessFaultKinds(state: GoogleState, signer: Signer): Record<string, FaultKind> {
  const { faults } = state;
  const grantOf = (person: Person) => `${person.sub}|${state.client.id}`;
  return {
    revoked: {
      about: 'the person takes the access back: every token is dead, a new consent helps',
      options: 'email',
      times: 1,
      start: (fault) => {
        const people = affectedPeople(state, fault);
        for (const person of people) revokeGrant(state, person.sub, state.client.id);
        faults.fire(
          fault,
          people.map((person) => person.email),
        );
      },
    },
    'scope-removed': {
      about: 'tokens of now lack the Business Profile scope; a new consent helps',
      options: 'email',
      start: (fault) => {
        const people = affectedPeople(state, fault);
        const until = state.tokens.newest();
        for (const person of people) state.scopeRemovedUntil.set(grantOf(person), until);
        fault.memory.undo = () => {
          for (const person of people) state.scopeRemovedUntil.delete(grantOf(person));
        };
        fault.touched.push(...people.map((person) => person.email));
      },
      end: undo,
    },
    'page-role-lost': {
      about: 'the person has no role on the account any more; ending the fault gives it back',
      options: 'email',
      start: (fault) => {
        const people = affectedPeople(state, fault).map((person) => [person, person.accounts] as const);
        for (const [person, accounts] of people)
          person.accounts = accounts.filter((account) => !isAffected(state, fault, account));
        fault.memory.undo = () => {
          for (const [person, accounts] of people) person.accounts = accounts;
        };
        fault.touched.push(...people.map(([person]) => person.email));
      },
      end: undo,
    },
    'refresh-rotates': { about: 'each refresh gives a new refresh token, and the old one is dead' },
    'sim-restart': {
      about: 'everything that was handed out is void: tokens, codes, page tokens, signing keys',
      start: (fault) => {
        state.tokens.invalidateAll();
        state.codes.clear();
        state.epoch += 1;
        signer.renew();
        fault.fired += 1;
      },
      end: () => state.tokens.restoreAll(),
    },
  };
}

/** Whether a fault affects an account: it has no location, or one of this account. */
function isAffected(state: GoogleState, fault: ActiveFault, account: string): boolean {
  if (fault.place === null) return true;
  return (state.data.locations.get(account) ?? []).some(({ name }) => appliesTo(fault, `${account}/${name}`));
}

/** The person with this `email`, else everybody with access to the location. */
function affectedPeople(state: GoogleState, fault: ActiveFault): Person[] {
  const email = stringField(fault.options, 'email');
  const people = state.data.people.filter((person) =>
    email === undefined
      ? fault.place === null || person.accounts.some((account) => isAffected(state, fault, account))
      : person.email === email,
  );
  if (people.length === 0) throw controlError('no such person');
  return people;
}
