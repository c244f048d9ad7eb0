/** A widget with invented reviews that are marked as such. The renderer of all widgets draws it, without a script. */
import type { Language } from '@kindling/contract/constants';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { Embed } from '@kindling/guest/embed/render/embed';
import { renderCss } from '@kindling/guest/embed/render/styles';
import type { SiteTexts } from './texts.ts';

// locale-keys: site.sample.*

const samples = [
  { key: 'a', rating: 5 },
  { key: 'b', rating: 4 },
  { key: 'c', rating: 5 },
] as const;
const total = 212;

interface SampleProps {
  site: Pick<SiteTexts, 'sample'>;
  brand: string;
  language: Language;
}

function sampleSettings(language: Language) {
  const look = { theme: 'auto', date: 'none', radius: 16, limit: samples.length };
  return embedSettingsSchema.parse({ ...look, language });
}

export function sampleSnapshot({ site: { sample }, brand, language }: SampleProps): Snapshot {
  const left = total - samples.length;
  return {
    version: 1,
    code: 'sample',
    settings: sampleSettings(language),
    businessName: sample.business,
    figures: [
      {
        source: 'google',
        average: 4.7,
        count: total,
        recommended: 0,
        notRecommended: 0,
        url: null,
        writeUrl: null,
        histogram: [4, 5, 9, 22, 172],
      },
    ],
    reviews: samples.map(({ key, rating }) => ({
      id: key,
      source: 'google',
      authorName: sample.reviews[key].author,
      rating,
      recommendation: null,
      text: sample.reviews[key].text,
      // Not shown; the type requires one.
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
    // Without an address the brand line is plain text: this page is the brand's own.
    brand: { name: brand, url: '' },
  };
}

/**
 * The widget's style sheet, limited to `.widget`; the same for every language. There is no shadow root as on a
 * customer's page: the page's policy forbids inline styles in one, and a linked sheet would arrive after the first
 * paint and move the page. Its dark colors follow the page's theme, which may differ from the system's.
 */
export function sampleCss(): string {
  const css = renderCss({ settings: sampleSettings('en') });
  const own = css.replace(/^:host\{[^}]*\}/, '');
  const dark = /@media\(prefers-color-scheme:dark\)\{(\.\w+\{[^}]*\})\}$/.exec(own);
  if (dark?.[1] === undefined)
    throw new Error('The widget’s style sheet no longer ends with its dark colors.');
  const light = own.slice(0, dark.index);
  const system = `@media(prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]) .widget{${dark[1]}}}`;
  return `.widget{${light}}${system}:root[data-mantine-color-scheme="dark"] .widget{${dark[1]}}`;
}

export function Sample(props: SampleProps) {
  return (
    <div className="widget">
      <Embed snapshot={sampleSnapshot(props)} />
    </div>
  );
}
