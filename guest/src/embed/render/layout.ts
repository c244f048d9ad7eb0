/** What a layout is: how it looks, the rules it needs beyond base.embed.css, and how tall it gets. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import type { ComponentType } from 'react';
import type { Texts } from '../../kit/texts.ts';

export type LayoutProps = { readonly snapshot: Snapshot; readonly texts: Texts };

/** The place that an embed is given, for estimates. Lengths are em of the embed's text size. */
export type LayoutContext = LayoutProps & {
  /** Inner width of the slot, without the border. */
  readonly slot: number;
};

/** An upper bound: what is too much stays empty, what is too little moves the page. */
export type Height = { readonly em: number; readonly px: number };

export type Layout = {
  readonly View: ComponentType<LayoutProps>;
  /** Minified; nobody loads the rules of another layout. */
  readonly css: string;
  readonly height: (room: LayoutContext) => Height;
  /**
   * Widths of the slot in px from which on the height is another one, narrowest first: for layouts that change their
   * columns. Without it two heights are reserved, by the width of the page.
   */
  readonly slots?: (settings: EmbedSettings) => readonly number[];
  /** The client script of a layout that does more than stand there. */
  readonly client?: 'moving' | 'opening';
  /** Stands in the window instead of in the page, where it then takes no room. */
  readonly fixed?: true;
};
