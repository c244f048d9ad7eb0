/** The process of page-reader.ts: a page comes in, what of the embed stands on it goes out. */
import type { PageCheck } from '@kindling/contract/page-check';
import { analyzePage } from './analyze-page.ts';
import type { PageToAnalyze } from './page-analyzer.ts';
import { PageTooLargeError } from './parse-page.ts';

function analyze({ page, embed, publicUrl }: PageToAnalyze): PageCheck {
  try {
    return analyzePage(page, embed, publicUrl);
  } catch (error) {
    // Anything else ends this process, which its caller sees.
    if (!(error instanceof PageTooLargeError)) throw error;
    return { result: 'too-large', detail: null };
  }
}

process.on('message', (request: PageToAnalyze) => process.send?.(analyze(request)));
