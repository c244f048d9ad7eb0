/** A widget with invented reviews that say so: drawn by the code that draws every widget, without any script. */
import { embedSettingsSchema, type Snapshot } from '@kindling/contract/embeds';
import { List } from '@kindling/guest/embed/render/list';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import type { SiteTexts } from './texts.ts';

// locale-keys: site.sample.*

const samples = [
  { key: 'a', rating: 5 },
  { key: 'b', rating: 4 },
  { key: 'c', rating: 5 },
] as const;
const total = 212;

function makeSnapshot({ sample }: SiteTexts, brand: string): Snapshot {
  const left = total - samples.length;
  return {
    version: 1,
    code: 'sample',
    settings: embedSettingsSchema.parse({ theme: 'auto', date: 'none', radius: 18, limit: samples.length }),
    businessName: sample.business,
    figures: [{ source: 'google', average: 4.7, count: total, recommended: 0, notRecommended: 0, url: null }],
    reviews: samples.map(({ key, rating }) => ({
      id: key,
      source: 'google',
      authorName: sample.reviews[key].author,
      rating,
      recommendation: null,
      text: sample.reviews[key].text,
      // Not shown; the type asks for one.
      writtenAt: '2026-01-01T00:00:00Z',
      reply: null,
      permalink: null,
    })),
    disclosure: {
      shown: samples.length,
      total,
      omitted: [{ reason: 'limit', count: left }],
      minimumRating: 1,
    },
    // Without an address the line of the maker is plain words: the page is the maker's own.
    brand: { name: brand, url: '' },
  };
}

interface SampleProps {
  texts: SiteTexts;
  brand: string;
}

/**
 * The widget's own style sheet, held inside `.widget`. Not in a shadow root as on a customer's page: the page's
 * policy allows no inline styles there, and a linked sheet would arrive after the first paint and move the page.
 */
export function sampleCss(props: SampleProps): string {
  const { css } = renderEmbed(makeSnapshot(props.texts, props.brand));
  return `.widget{${css.replace(/^:host\{[^}]*\}/, '')}}`;
}

export function Sample({ texts, brand }: SampleProps) {
  return (
    <figure className="sample">
      <figcaption>{texts.sample.label}</figcaption>
      <div className="widget">
        <List snapshot={makeSnapshot(texts, brand)} />
      </div>
    </figure>
  );
}
