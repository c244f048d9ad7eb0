/** The child process of workbook-reader.ts: receives a spreadsheet and answers with its rows or the problem. */
import { UnreadableFileError } from './unreadable-file-error.ts';
import { readWorkbook } from './workbook.ts';
import type { WorkbookAnswer } from './workbook-file.ts';
import type { WorkbookRequest } from './workbook-reader.ts';

async function answer({ bytes, sheet }: WorkbookRequest): Promise<WorkbookAnswer> {
  try {
    return await readWorkbook(bytes, sheet);
  } catch (error) {
    // Any other error crashes this process, which the parent process detects.
    if (!(error instanceof UnreadableFileError)) throw error;
    return { problem: error.problem, line: error.line };
  }
}

process.on('message', async (request: WorkbookRequest) => {
  process.send?.(await answer(request));
});
