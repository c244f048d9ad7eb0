/** The child process of agreement-route.ts: makes one PDF after another. */
import type { AgreementRequest } from './agreement-content.ts';
import { makeAgreementFile } from './agreement-file.ts';

process.on('message', (request: AgreementRequest) => {
  // A failure ends the process, and its parent answers that the work is not available.
  void makeAgreementFile(request).then((bytes) => process.send?.(bytes));
});
