/** The filters of the list of people, as the address holds them. Invalid values are ignored. */
import type { UserSignal, UserSort } from '@kindling/contract/admin-users';
import type { Role } from '@kindling/contract/constants';
import type { PlanState } from '@kindling/contract/plans';

// The lists of the contract would bring its validation library.
export const roleChoices = ['Regular', 'Super Admin'] as const satisfies readonly Role[];
export const planChoices = [
  'trial',
  'active',
  'past_due',
  'canceled',
  'free',
  'ended',
] as const satisfies readonly PlanState[];
export const signalChoices = [
  'trial-ending',
  'never-connected',
  'deletion-scheduled',
  'no-account',
] as const satisfies readonly UserSignal[];
export const sortChoices = ['registered', 'last-login'] as const satisfies readonly UserSort[];

export interface UserFilters {
  search?: string;
  role?: Role;
  plan?: PlanState;
  blocked?: boolean;
  signal?: UserSignal;
  sort?: UserSort;
}

const choice = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((one) => one === value);

export function parseUserFilters(params: URLSearchParams): UserFilters {
  const search = params.get('search')?.trim().slice(0, 200);
  const role = choice(roleChoices, params.get('role'));
  const plan = choice(planChoices, params.get('plan'));
  const blocked = choice(['true', 'false'], params.get('blocked'));
  const signal = choice(signalChoices, params.get('signal'));
  const sort = choice(sortChoices, params.get('sort'));
  return {
    ...(search ? { search } : {}),
    ...(role === undefined ? {} : { role }),
    ...(plan === undefined ? {} : { plan }),
    ...(blocked === undefined ? {} : { blocked: blocked === 'true' }),
    ...(signal === undefined ? {} : { signal }),
    ...(sort === undefined || sort === 'registered' ? {} : { sort }),
  };
}

export function serializeUserFilters(filters: UserFilters): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') params.set(name, String(value));
  return params;
}

/** The order is none: taking the filters away keeps it. */
export function hasFilters({ sort: _, ...filters }: UserFilters): boolean {
  return Object.keys(filters).length > 0;
}
