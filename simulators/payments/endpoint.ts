import type { FormValue } from './form.ts';
import { type Input, type ObjectSpec, readParams } from './params.ts';
import type { PaymentsState } from './state.ts';

type Path = Record<string, string>;
type Form = { [name: string]: FormValue };

/** One method of the API. */
export interface Endpoint {
  method: string;
  pattern: string;
  /** Checks the parameters, and returns what carries out the call. @throws HttpError with status 400 */
  prepare(form: Form): { expand: string[]; run(state: PaymentsState, path: Path): object };
}

const always = { expand: ['text'] } as const;

/** An endpoint with its parameters; `expand` is one of all. */
export function endpoint<const S extends ObjectSpec>(
  method: string,
  pattern: string,
  spec: S,
  handle: (state: PaymentsState, input: Exclude<Input<S>, null>, path: Path) => object,
): Endpoint {
  return {
    method,
    pattern: `/v1${pattern}`,
    prepare(form) {
      const { expand, ...input } = readParams({ ...spec, ...always } as ObjectSpec, form) as {
        expand?: string[] | null;
      };
      return {
        expand: expand ?? [],
        run: (state, path) => handle(state, input as Exclude<Input<S>, null>, path),
      };
    },
  };
}
