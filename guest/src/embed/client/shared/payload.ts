/**
 * What the one script carries. This shape is what two scripts of different age on one page agree on: fields may
 * be added, none may change its meaning.
 */
export type Payload = {
  readonly code: string;
  /** Changes with the content; equal means nothing to do. */
  readonly hash: string;
  readonly html: string;
  readonly css: string;
  /** Address of the script that carried it; the script itself puts it in. */
  from?: string | undefined;
  /** Hosts that may show it; all where it is missing. */
  readonly sites?: readonly string[];
};
