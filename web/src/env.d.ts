declare module 'virtual:kindling-build' {
  import type { Source } from '@kindling/contract/platforms';
  import type { AnyContractRouter } from '@orpc/contract';

  /** Method and path of every API route, without schemas. */
  export const routes: AnyContractRouter;
  /** Where reviews come from, in the contract's order. */
  export const sources: readonly Source[];
  /** Languages in which the app itself is at hand. */
  export const builtLanguages: readonly string[];
  /** Languages in which widgets are at hand. */
  export const embedLanguages: readonly string[];
}

declare module 'virtual:kindling-tokens.css';
