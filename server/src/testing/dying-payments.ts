/** For tests only: work with the payment provider that is cut off at one of its calls or transactions. */
import type { Stripe } from 'stripe';
import type { PaymentsDeps } from '../features/payments/deps.ts';

class ProcessEndedError extends Error {}

/**
 * `ends`: the process ends before the step, so nothing more happens. `lost`: the step is done, and its answer is lost, which the
 * process lives to see; of calls to the provider only.
 */
export type CutOff = { step: number; how: 'ends' | 'lost' };

/**
 * Runs work that is cut off at a step.
 * @returns the names of the steps that began, and what it was refused with, when it was
 */
export async function runCutOff(
  deps: PaymentsDeps,
  cut: CutOff | null,
  work: (deps: PaymentsDeps) => Promise<unknown>,
): Promise<{ steps: string[]; error: unknown }> {
  const steps: string[] = [];
  let ended = false;
  const take = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    if (cut?.how === 'ends' && (ended || steps.length === cut.step)) {
      ended = true;
      throw new ProcessEndedError('The process has ended.');
    }
    const isLost = cut?.how === 'lost' && steps.length === cut.step && name.includes('.');
    steps.push(name);
    const result = await run();
    if (isLost) throw Object.assign(new Error('The answer is lost.'), { type: 'StripeConnectionError' });
    return result;
  };
  const { pool } = deps.db;
  const dying: PaymentsDeps = {
    ...deps,
    db: {
      pool: new Proxy(pool, {
        get: (target, name) =>
          name === 'connect'
            ? () => take('transaction', () => target.connect())
            : (Reflect.get(target, name) as unknown),
      }),
    },
    queue: {
      enqueue: (...args: Parameters<PaymentsDeps['queue']['enqueue']>) =>
        take('enqueue', () => deps.queue.enqueue(...args)),
    } as PaymentsDeps['queue'],
    stripe: async () => watched(await deps.stripe(), '', take),
  };
  try {
    await work(dying);
    return { steps, error: null };
  } catch (error) {
    return { steps, error: error instanceof ProcessEndedError ? null : error };
  }
}

type Take = <T>(name: string, run: () => Promise<T>) => Promise<T>;

/** The client, each of whose calls is a step, named like `.refunds.create`. */
function watched(client: Stripe, path: string, take: Take): Stripe {
  return new Proxy(client, {
    get(target, name) {
      const found = Reflect.get(target, name) as unknown;
      const here = `${path}.${String(name)}`;
      if (typeof found === 'function')
        return (...args: unknown[]) =>
          take(here, () => Reflect.apply(found, target, args) as Promise<unknown>);
      return typeof found === 'object' && found !== null ? watched(found as Stripe, here, take) : found;
    },
  });
}
