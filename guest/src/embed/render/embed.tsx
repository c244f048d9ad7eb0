/** The frame around every layout, and which layout is which. */
import type { EmbedSettings, Snapshot } from '@kindling/contract/embeds';
import type { ComponentType } from 'react';
import { plainText } from '../../kit/plain-text.ts';
import { type Texts, textsOf } from '../../kit/texts.ts';
import { Carousel } from './carousel.tsx';
import { List } from './list.tsx';

type Layout = ComponentType<{ readonly snapshot: Snapshot; readonly texts: Texts }>;

const layouts: Record<EmbedSettings['layout'], Layout> = { list: List, carousel: Carousel };

export function Embed({ snapshot }: { readonly snapshot: Snapshot }) {
  const { settings } = snapshot;
  const texts = textsOf(settings.language);
  const Layout = layouts[settings.layout];
  const label = texts.text('region', { name: plainText(snapshot.businessName) });
  return (
    <section className="r" lang={texts.tag} aria-label={label}>
      <Layout snapshot={snapshot} texts={texts} />
    </section>
  );
}
