/** The child process of code-renderer.ts: checks, draws and prints one code after another. */
import { checkCode, drawPng } from './code-picture.ts';
import type { CodeTask } from './code-renderer.ts';

async function run(task: CodeTask) {
  switch (task.kind) {
    case 'check':
      return checkCode(task.code);
    case 'png':
      return drawPng(task.code, task.size);
    case 'print':
      // The library for PDF takes longer to load than a check.
      return (await import('./print/print-file.ts')).makePrintFile(task.request);
  }
}

process.on('message', (task: CodeTask) => {
  // A failure ends the process, and its parent answers that the work is not available.
  void run(task).then((result) => process.send?.(result));
});
