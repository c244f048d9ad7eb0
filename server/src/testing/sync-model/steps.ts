/** For tests only: the steps of the model test, as data that fast-check generates and shrinks. */
import fc from 'fast-check';
import type { InjectedFault } from '../sync-fault-points.ts';
import type { ControlCommand, Fault, PlatformBehavior, PlatformEvent } from './model-platform.ts';

interface EventDuringSync {
  pages: number;
  event: PlatformEvent;
}

export type Step =
  | PlatformEvent
  | ControlCommand
  | { do: 'wait'; seconds: number }
  | {
      do: 'sync';
      trigger: 'schedule' | 'manual' | 'notification';
      /** Seconds to wait before it. */
      after: number;
      /** Events at the platform between the pages. */
      eventsDuring: EventDuringSync[];
      /** The worker dies before its sync point of this number, or a statement fails there. */
      interruption: { at: number; with: 'death' | InjectedFault } | null;
      /** A second worker syncs the same listing at the same time. */
      secondWorker: boolean;
    }
  | { do: 'mark'; at: number; as: 'hidden_at' | 'pinned_at' }
  | { do: 'accept' }
  | { do: 'check-everything' }
  | { do: 'wipe' }
  | { do: 'reconnect'; other: boolean }
  | { do: 'disconnect' };

const minute = 60;
const hour = 3600;
const day = 86_400;

const at = fc.nat({ max: 1000 });
const words = fc.nat({ max: 100 });
const sameSecond = fc.boolean();

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ fault: fc.constant('down' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      fault: fc.constant('busy' as const),
      seconds: fc.constantFrom(null, 30, 10 * minute, 5 * hour),
      reach: fc.constantFrom('platform' as const, 'listing' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ fault: fc.constant('unexpected-answer' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      fault: fc.constant('ease-off' as const),
      seconds: fc.constantFrom(30, 20 * minute),
    }),
  },
  fc.record({ fault: fc.constantFrom('gone' as const, 'unverified' as const) }),
  fc.record({ fault: fc.constantFrom('revoked' as const, 'withdrawn' as const, 'not-approved' as const) }),
);

const platformEvent: fc.Arbitrary<PlatformEvent> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('post' as const), sameSecond, words }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), at, sameSecond, words }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reply' as const),
      at,
      state: fc.constantFrom('sending' as const, 'published' as const, 'failed' as const, 'none' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), at }) },
  fc.record({ do: fc.constant('repost' as const), at }),
  fc.record({ do: fc.constant('mass-vanish' as const), keepEvery: fc.constantFrom(0, 2, 5) }),
  fc.record({ do: fc.constant('mass-return' as const) }),
  fc.record({ do: fc.constant('malform' as const), at }),
  fc.record({ do: fc.constant('mend' as const) }),
  fc.record({ do: fc.constant('count-lies' as const), by: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ do: fc.constant('count-true' as const) }),
  fc.record({ do: fc.constant('refuse-cursors' as const) }),
  fc.record({ do: fc.constant('short-pages' as const), size: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('empty-page' as const) }),
  fc.record({ do: fc.constant('token-loop' as const) }),
  fc.record({ do: fc.constant('serve-stale' as const) }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      times: fc.constantFrom(1, 1, 1, 2, 4),
      with: fault,
    }),
  },
);

/** Events that shift the list while it is read. */
const listChange: fc.Arbitrary<PlatformEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('post' as const), sameSecond, words }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), at, sameSecond, words }) },
  { weight: 3, arbitrary: platformEvent },
);

const sync: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('sync' as const),
  trigger: fc.constantFrom(
    'schedule' as const,
    'schedule' as const,
    'manual' as const,
    'notification' as const,
  ),
  after: fc.constantFrom(0, 2 * minute, hour + minute, 7 * hour, 7 * hour, 25 * hour, 8 * day, 8 * day),
  eventsDuring: fc.oneof(
    { weight: 1, arbitrary: fc.constant<EventDuringSync[]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ pages: fc.integer({ min: 1, max: 4 }), event: listChange }), {
        minLength: 1,
        maxLength: 3,
      }),
    },
  ),
  interruption: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        at: fc.nat({ max: 90 }),
        with: fc.constantFrom(
          'death' as const,
          'death' as const,
          'cut' as const,
          '40001' as const,
          '40P01' as const,
        ),
      }),
    },
  ),
  secondWorker: fc.nat({ max: 9 }).map((number) => number === 0),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: platformEvent },
  { weight: 9, arbitrary: sync },
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(minute, hour, day, 31 * day) }),
  fc.record({
    do: fc.constant('mark' as const),
    at,
    as: fc.constantFrom('hidden_at' as const, 'pinned_at' as const),
  }),
  fc.record({ do: fc.constant('accept' as const) }),
  fc.record({ do: fc.constant('check-everything' as const) }),
  fc.record({ do: fc.constant('wipe' as const) }),
  fc.record({ do: fc.constant('reconnect' as const), other: fc.boolean() }),
  {
    weight: 1,
    arbitrary: fc.nat({ max: 3 }).map((n): Step => (n === 0 ? { do: 'disconnect' } : { do: 'accept' })),
  },
);

export interface Sequence {
  behavior: PlatformBehavior;
  /** Number of reviews when the listing is connected. */
  seeded: number;
  steps: Step[];
}

/** @param maxSteps steps of one sequence */
export function sequences(maxSteps: number): fc.Arbitrary<Sequence> {
  return fc.record({
    behavior: fc.constantFrom<PlatformBehavior[]>(
      { editsFirst: true, lookUp: 'whole' },
      { editsFirst: true, lookUp: 'whole' },
      { editsFirst: false, lookUp: 'partial' },
      { editsFirst: false, lookUp: 'none' },
    ),
    seeded: fc.integer({ min: 0, max: 12 }),
    steps: fc.array(step, { minLength: Math.floor(maxSteps / 3), maxLength: maxSteps, size: 'max' }),
  });
}
