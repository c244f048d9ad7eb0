import { type ActivityFilter, activityGroups } from '@kindling/contract/activity';
import { type ActivityKind, activityKinds } from '@kindling/contract/activity-actions';
import { useSearchParams } from 'react-router';
import { isDay } from '../../lib/is-day.ts';

export type ActivityChoice = Omit<ActivityFilter, 'cursor' | 'zone'>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the address does not say properly is left out. */
export function parseActivity(params: URLSearchParams): ActivityChoice {
  const who = params.get('who') ?? '';
  const kind = activityKinds.find((one) => one === params.get('kind'));
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return isDay(value) ? value : undefined;
  };
  const [from, to] = [day('from'), day('to')];
  return {
    ...(uuid.test(who) || activityGroups.some((one) => one === who) ? { who } : {}),
    ...(kind === undefined ? {} : { kind: kind satisfies ActivityKind }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** The filters of the address bar, and how they change. */
export function useActivityAddress(): {
  choice: ActivityChoice;
  change: (name: keyof ActivityChoice, value: string) => void;
  clear: () => void;
} {
  const [params, setParams] = useSearchParams();
  return {
    choice: parseActivity(params),
    change: (name, value) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    clear: () => setParams({}, { replace: true }),
  };
}
