declare module 'virtual:kindling-build' {
  import type { AnyContractRouter } from '@orpc/contract';

  /** Method and path of every API route, without schemas. */
  export const routes: AnyContractRouter;
  /** Languages whose texts are part of this build. */
  export const builtLanguages: readonly string[];
}
