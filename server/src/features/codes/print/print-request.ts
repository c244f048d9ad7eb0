import type { CodeDesign } from '@kindling/contract/code-looks';
import type { PrintKind } from '@kindling/contract/code-prints';
import type { Language } from '@kindling/locales/languages.ts';

export interface PrintedCode {
  /** What the code holds: an address. */
  content: string;
  /** Checked by `codeDesignSchema`. Prints have frames of their own, and take the text from the design's frame. */
  design: CodeDesign;
  /** On a sheet: "Table 7". */
  name: string;
}

export interface PrintRequest {
  kind: PrintKind;
  language: Language;
  businessName: string;
  /** `#rrggbb`. */
  brandColor: string;
  /** The first one, except on a sheet, which has all. */
  codes: readonly PrintedCode[];
}

/** Texts that have letters of which our fonts have no drawing. */
export type LeftOut = 'business-name' | 'call-to-action' | 'code-name';

export interface PrintFile {
  /** A PDF. */
  bytes: Uint8Array;
  pages: number;
  /** What is not on the print; the owner must hear of it. */
  leftOut: readonly LeftOut[];
}
