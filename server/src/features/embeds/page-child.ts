/** The child process of page-analyzer.ts: receives a page, answers with the result of the check. */
import type { PageCheck } from '@kindling/contract/page-check';
import { analyzePage } from './analyze-page.ts';
import type { PageToAnalyze } from './page-analyzer.ts';
import { PageTooLargeError } from './parse-page.ts';

function analyze({ page, embed, publicUrl }: PageToAnalyze): PageCheck {
  try {
    return analyzePage(page, embed, publicUrl);
  } catch (error) {
    // Any other error ends this process, which the parent process reports.
    if (!(error instanceof PageTooLargeError)) throw error;
    return { result: 'too-large', detail: null };
  }
}

process.on('message', (request: PageToAnalyze) => process.send?.(analyze(request)));
