declare module 'virtual:kindling-build' {
  import type { AnyContractRouter } from '@orpc/contract';

  /** Method and path of every API route, without schemas. */
  export const routes: AnyContractRouter;
  /** Languages in which the app itself is at hand. */
  export const builtLanguages: readonly string[];
  /** Languages in which widgets are at hand. */
  export const embedLanguages: readonly string[];
}
