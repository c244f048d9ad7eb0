/** For tests only: the public pages as the build writes them, in every language, without their scripts and styles. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '@kindling/contract/constants';
import { deletionPageName, siteManifestFile, sitePageFile, sitePageName } from '@kindling/contract/site';
import { tourPage } from '../../../web/src/site/pages/tour.tsx';
import { pages } from '../../../web/src/site/pages.ts';
import {
  manifestOf,
  renderDeletionPage,
  renderErrorPage,
  renderPage,
  renderTourPage,
} from '../../../web/src/site/render.tsx';

export async function writeRealSite(folder: string): Promise<void> {
  const files = new Map([[siteManifestFile, JSON.stringify(manifestOf(new Map()))]]);
  for (const language of languages) {
    const options = { language, assets: { styles: [], scripts: [], fonts: null } };
    const add = (name: string, html: string) => files.set(sitePageFile(name, language), html);
    for (const page of pages) add(sitePageName(page.path), renderPage(page, options));
    const app = { script: '/assets/main.js', imports: [], styles: [] };
    add(sitePageName(tourPage.path), renderTourPage(app, { language }));
    add('404', renderErrorPage('notFound', options));
    add('500', renderErrorPage('failed', options));
    add(deletionPageName, renderDeletionPage(options));
  }
  for (const [name, content] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}
