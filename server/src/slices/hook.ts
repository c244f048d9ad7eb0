/**
 * Extension points between slices. A slice may import only lower slices. What it needs from a higher slice, it declares
 * as a hook of its module, and the higher slice fills the hook when its module is built.
 */

/** A hook that exactly one slice fills; the caller gets its result. */
export interface SingleHook<Args extends unknown[], Result> {
  /** `<slice>.<question>`, for messages. */
  name: string;
  fill(run: (...args: Args) => Promise<Result>): void;
  call(...args: Args): Promise<Result>;
  /** @throws Error when no slice, or more than one, fills the hook */
  check(): void;
}

/** A hook that any number of slices fill; they run one after another, in the order in which the slices were built. */
export interface MultiHook<Args extends unknown[]> {
  /** `<slice>.<event>`, for messages. */
  name: string;
  fill(run: (...args: Args) => Promise<void>): void;
  call(...args: Args): Promise<void>;
  check(): void;
}

export function singleHook<Args extends unknown[], Result = void>(name: string): SingleHook<Args, Result> {
  const fillers: ((...args: Args) => Promise<Result>)[] = [];
  const onlyFiller = () => {
    const [run, second] = fillers;
    if (run === undefined) throw new Error(`No slice fills the hook ${name}.`);
    if (second !== undefined) throw new Error(`Two slices fill the hook ${name}.`);
    return run;
  };
  return {
    name,
    fill: (run) => void fillers.push(run),
    call: (...args) => onlyFiller()(...args),
    check: () => void onlyFiller(),
  };
}

export function multiHook<Args extends unknown[]>(name: string): MultiHook<Args> {
  const fillers: ((...args: Args) => Promise<void>)[] = [];
  return {
    name,
    fill: (run) => void fillers.push(run),
    async call(...args) {
      for (const run of fillers) await run(...args);
    },
    check() {},
  };
}
