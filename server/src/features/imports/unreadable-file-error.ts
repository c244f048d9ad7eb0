import type { ImportProblem } from '@kindling/contract/imports';

/** The files cannot be read to their end; says why and, where there is one, on which line. */
export class UnreadableFileError extends Error {
  readonly problem: ImportProblem;
  readonly line: number | null;

  constructor(problem: ImportProblem, line: number | null = null) {
    super(`The files of an import cannot be read: ${problem}`);
    this.problem = problem;
    this.line = line;
  }
}
