/** The documents in the gallery's frames: the same as behind an iframe address, rendered when the site is built. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages } from '@kindling/contract/constants';
import { embedLayouts, embedLooks } from '@kindling/contract/embed-settings';
import { lookSampleName, type SiteManifest, siteSampleFile } from '@kindling/contract/site';
import { renderDocument } from '@kindling/guest/embed/render/document';
import { placeholders } from '../../render.tsx';
import { readTexts, type SiteTexts } from '../../texts.ts';
import { type GalleryTexts, gallerySnapshot, galleryThemes, lookSnapshot, sampleName } from './samples.ts';

/**
 * In place of the installation's address, which the server fills in: the renderer needs a valid URL, and a
 * placeholder is none.
 */
const home = 'https://home.invalid/';

/** Puts the placeholder back. Removes the oEmbed link, because no other page can embed a sample. */
function withPlaceholders(html: string): string {
  return html.replace(/<link rel="alternate"[^>]*>/, '').replaceAll(home, '[[public.url]]/');
}

/**
 * @param frameSource the built script of the iframe page
 * @returns the entries for the site manifest
 */
export async function writeSamples(out: string, frameSource: string): Promise<SiteManifest['samples']> {
  const brand = { name: placeholders.brand.name, url: home };
  const written = new Map<string, SiteManifest['samples'][number]>();
  for (const language of languages) {
    const texts = readTexts<GalleryTexts>(language, 'site-gallery');
    const site = readTexts<SiteTexts>(language, 'site');
    const words = { language, texts, site, brand };
    const documents = [
      ...embedLayouts.flatMap((layout) =>
        galleryThemes.map((theme) => ({
          name: sampleName(layout, theme),
          snapshot: gallerySnapshot({ layout, theme, ...words }),
        })),
      ),
      ...embedLooks.map((look) => ({ name: lookSampleName(look), snapshot: lookSnapshot(look, words) })),
    ];
    for (const { name, snapshot } of documents) {
      const { html, csp } = renderDocument(snapshot, frameSource);
      const file = join(out, siteSampleFile(name, language));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, withPlaceholders(html));
      // Styles and script contain no texts, so the hashes are the same in every language.
      written.set(name, { name, ...csp });
    }
  }
  return [...written.values()];
}
