declare module 'virtual:kindling-build' {
  import type { Source } from '@kindling/contract/platforms';
  import type { AnyContractRouter } from '@orpc/contract';

  /** Method and path of every API route, without schemas. */
  export const routes: AnyContractRouter;
  /** The sources of reviews, in the contract's order. */
  export const sources: readonly Source[];
}

declare module 'virtual:kindling-tokens.css';
