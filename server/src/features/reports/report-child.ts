/** The child process of report-renderer.ts: makes one PDF after another. */
import { makeReportFile, type ReportFileRequest } from './pdf/report-file.ts';

process.on('message', (request: ReportFileRequest) => {
  // A failure ends the process, and its parent answers that the work is not available.
  void makeReportFile(request).then((bytes) => process.send?.(bytes));
});
