/** The process of page-reader.ts: a page comes in, what of the embed stands on it goes out. */
import type { PageCheck } from '@kindling/contract/page-check';
import { judgePage } from './judge-page.ts';
import type { PageToJudge } from './page-reader.ts';
import { PageTooLarge } from './parse-page.ts';

function judge({ page, embed, publicUrl }: PageToJudge): PageCheck {
  try {
    return judgePage(page, embed, publicUrl);
  } catch (error) {
    // Anything else ends this process, which its caller sees.
    if (!(error instanceof PageTooLarge)) throw error;
    return { result: 'too-large', detail: null };
  }
}

process.on('message', (request: PageToJudge) => process.send?.(judge(request)));
