/** What the editor and the frame of its preview tell each other. */

/** The frame can show something now. */
export const previewReady = 'kindling:preview-ready';

export type PreviewState = {
  readonly type: 'kindling:preview';
  /** Markup of the example page, with the element of the embed. */
  readonly page: string;
  /** The embed's script, as its public address sends it. */
  readonly script: string;
  /** BCP 47 tag of the page. */
  readonly language: string;
  readonly theme: 'light' | 'dark';
};
