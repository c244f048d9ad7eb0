/** Checks across all slices that run before the program starts. */
import type { Slice, SliceModule } from './slice.ts';

/** @throws Error with one sentence when two slices share a name, a table, a job, an event or a subscriber */
export function checkSlices(slices: readonly Slice[]): void {
  checkOwners(
    'name',
    slices.map(({ name }) => [name, [name]]),
  );
  checkOwners(
    'table',
    slices.map(({ name, tables }) => [name, [...tables.account.map(({ table }) => table), ...tables.other]]),
  );
  checkOwners(
    'job',
    slices.map(({ name, jobs }) => [name, jobs.map((job) => job.name)]),
  );
  checkOwners(
    'event',
    slices.map(({ name, events }) => [name, events.map((event) => event.name)]),
  );
  checkOwners(
    'subscriber',
    slices.map(({ name, subscribers }) => [name, subscribers.map((subscriber) => subscriber.name)]),
  );
  checkSubscribedEvents(slices);
}

/** A subscriber gets events of its own slice and of slices below: it imports their definitions. */
function checkSubscribedEvents(slices: readonly Slice[]): void {
  const known = new Set(slices.flatMap(({ events }) => events));
  for (const subscriber of slices.flatMap(({ subscribers }) => subscribers))
    for (const event of subscriber.events)
      if (!known.has(event))
        throw new Error(
          `No slice publishes the event ${event.name}, which ${subscriber.name} subscribes to.`,
        );
}

/** @throws Error with one sentence when a hook is filled by too few or too many slices */
export function checkHooks(modules: readonly SliceModule[]): void {
  for (const { hooks = {} } of modules) for (const hook of Object.values(hooks)) hook.check();
}

/** @throws Error when a name has two owners. @param owned names by their owner */
export function checkOwners(
  kind: string,
  owned: readonly (readonly [owner: string, things: readonly string[]])[],
): void {
  const owners = new Map<string, string>();
  for (const [owner, things] of owned)
    for (const thing of things) {
      const other = owners.get(thing);
      if (other !== undefined) throw new Error(`The ${kind} ${thing} has two owners: ${other} and ${owner}.`);
      owners.set(thing, owner);
    }
}
