/** The process of workbook-reader.ts: a spreadsheet comes in, its rows or what is wrong with it go out. */
import { UnreadableFileError } from './unreadable-file-error.ts';
import { readWorkbook } from './workbook.ts';
import type { WorkbookAnswer } from './workbook-file.ts';
import type { WorkbookRequest } from './workbook-reader.ts';

async function answer({ bytes, sheet }: WorkbookRequest): Promise<WorkbookAnswer> {
  try {
    return await readWorkbook(bytes, sheet);
  } catch (error) {
    // Anything else ends this process, which its caller sees.
    if (!(error instanceof UnreadableFileError)) throw error;
    return { problem: error.problem, line: error.line };
  }
}

process.on('message', async (request: WorkbookRequest) => {
  process.send?.(await answer(request));
});
