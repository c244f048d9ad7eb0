/**
 * The data in an embed's script. Two scripts of different builds on one page share this shape: fields may be added,
 * none may change its meaning.
 */
export type Payload = {
  readonly code: string;
  /** Changes with the content; the same hash means no change. */
  readonly hash: string;
  /** `flatMarkup`. */
  readonly markup: string;
  readonly css: string;
  /** Address of the script, which the script itself sets. */
  from?: string | undefined;
};
