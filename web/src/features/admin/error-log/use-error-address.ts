import type { ErrorOrigin, ErrorState } from '@kindling/contract/error-log';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export const states = ['open', 'resolved', 'ignored', 'all'] as const satisfies readonly (
  | ErrorState
  | 'all'
)[];
export const origins = [
  'server',
  'job',
  'sign-in',
  'browser',
  'page',
] as const satisfies readonly ErrorOrigin[];
export const levels = ['error', 'warn'] as const;

export interface ErrorFilters {
  search: string;
  state: (typeof states)[number];
  origin: (typeof origins)[number] | null;
  level: (typeof levels)[number] | null;
}

const oneOf = <Value extends string>(values: readonly Value[], value: string | null): Value | null =>
  values.find((one) => one === value) ?? null;

/** The filters and the open group, as the address bar has them. */
export function useErrorAddress() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo<ErrorFilters>(
    () => ({
      search: (params.get('search') ?? '').slice(0, 200),
      state: oneOf(states, params.get('state')) ?? 'open',
      origin: oneOf(origins, params.get('origin')),
      level: oneOf(levels, params.get('level')),
    }),
    [params],
  );
  const opened = params.get('error');
  const change = useCallback(
    (next: Partial<ErrorFilters>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next))
            if (value === null || value === '' || (name === 'state' && value === 'open')) after.delete(name);
            else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  const open = useCallback(
    (id: string | null) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (id === null) after.delete('error');
        else after.set('error', id);
        return after;
      }),
    [setParams],
  );
  return { filters, opened, change, open };
}
