import type { JsonObject } from '../kit/json-object.ts';

/** One event that the chat widget sent; `verified` is null where the event names no user. */
export type ReceivedEvent = {
  at: string;
  event: string;
  websiteToken: string;
  verified: boolean | null;
  detail: JsonObject;
};
