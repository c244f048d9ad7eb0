/** The inputs and outputs of the API's calls, by group and name. */
import type { api } from '@kindling/contract/api';
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';

export type ApiInputs = InferContractRouterInputs<typeof api>;
export type ApiOutputs = InferContractRouterOutputs<typeof api>;

/** What answers in place of the server, for the calls that it knows. */
export type ApiAnswers = {
  [Group in keyof ApiInputs]?: {
    [Call in keyof ApiInputs[Group]]?: (
      input: ApiInputs[Group][Call],
    ) => Call extends keyof ApiOutputs[Group] ? ApiOutputs[Group][Call] : never;
  };
};
