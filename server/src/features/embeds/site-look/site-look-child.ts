/** The child process of site-look-reader.ts: receives a page, answers with its style sheets or with its look. */
import { PageTooLargeError } from '../parse-page.ts';
import { findSiteLook } from './find-site-look.ts';
import type { SiteLookQuestion } from './site-look-reader.ts';
import { findStyleSheetLinks } from './style-sheet-links.ts';

function answer({ html, url, sheets }: SiteLookQuestion): unknown {
  try {
    return sheets === null ? { links: findStyleSheetLinks(html, url) } : { look: findSiteLook(html, sheets) };
  } catch (error) {
    // Any other error ends this process, which the parent process reports.
    if (!(error instanceof PageTooLargeError)) throw error;
    return { tooLarge: true };
  }
}

process.on('message', (question: SiteLookQuestion) => process.send?.(answer(question)));
