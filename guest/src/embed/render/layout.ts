/** A layout: its view, its rules beyond base.embed.css, and its height. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import type { ComponentType } from 'react';
import type { Texts } from '../../kit/texts.ts';
import type { StyleRule } from './style-rules.ts';

export type LayoutProps = { readonly snapshot: Snapshot; readonly texts: Texts };

/** What a height estimate depends on. Lengths are em of the embed's text size. */
export type LayoutContext = LayoutProps & {
  /** Inner width of the slot, without the border. */
  readonly slot: number;
};

/** An upper bound: too much leaves space empty, too little shifts the page. */
export type Height = { readonly em: number; readonly px: number };

export type Layout = {
  readonly View: ComponentType<LayoutProps>;
  /** Beyond those of every layout, in the order of the cascade. */
  readonly rules: readonly StyleRule[];
  readonly height: (room: LayoutContext) => Height;
  /**
   * Widths of the slot in px at which the height changes, ascending: for layouts that change their columns. Without
   * it two heights are reserved, by the width of the page.
   */
  readonly slots?: (settings: EmbedSettings) => readonly number[];
  /** The client script of a layout that moves, opens or arrives. */
  readonly client?: 'moving' | 'opening' | 'arriving';
  /** Fixed in the window, so that it takes no space in the page. */
  readonly fixed?: true;
};
