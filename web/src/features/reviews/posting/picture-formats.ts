/** The pictures to post, in pixels, as the networks show them whole. */
export const pictureFormats = {
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
  wide: { width: 1200, height: 630 },
} as const;
export type PictureFormat = keyof typeof pictureFormats;
export const pictureFormatNames = ['square', 'story', 'wide'] as const satisfies readonly PictureFormat[];

/** What a picture says. All of it is plain text. */
export interface PictureContent {
  text: string | null;
  /** 1 to 5; null for a thumb. */
  stars: number | null;
  thumb: { direction: 'up' | 'down'; words: string } | null;
  author: string;
  /** The day, and how its author was asked where that must be said. */
  facts: string;
  business: string;
  /** Where the review comes from. */
  source: string;
  /** `#rrggbb` of the business. */
  color: string;
}

interface FormatLayout {
  margin: number;
  /** Above and below the card; networks cover the ends of a story. */
  top: number;
  bottom: number;
  padding: number;
  /** Of the text, the largest first. The smallest can still be read on a phone. */
  sizes: readonly number[];
  stars: number;
  author: number;
  small: number;
  foot: number;
}

export const layouts: Record<PictureFormat, FormatLayout> = {
  square: {
    margin: 64,
    top: 64,
    bottom: 190,
    padding: 64,
    sizes: [64, 58, 52, 46, 42, 38, 34, 31, 28],
    stars: 60,
    author: 34,
    small: 26,
    foot: 84,
  },
  story: {
    margin: 72,
    top: 270,
    bottom: 470,
    padding: 72,
    sizes: [72, 66, 60, 54, 48, 44, 40, 36, 32, 28],
    stars: 68,
    author: 38,
    small: 28,
    foot: 92,
  },
  wide: {
    margin: 44,
    top: 40,
    bottom: 122,
    padding: 40,
    sizes: [48, 44, 40, 36, 32, 29, 26, 23],
    stars: 42,
    author: 27,
    small: 21,
    foot: 60,
  },
};
