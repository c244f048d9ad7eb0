import type { ImportProblem } from '@kindling/contract/imports';

/** The files of an import cannot be read completely. `line` is the line of the problem, if it has one. */
export class UnreadableFileError extends Error {
  readonly problem: ImportProblem;
  readonly line: number | null;

  constructor(problem: ImportProblem, line: number | null = null) {
    super(`The files of an import cannot be read: ${problem}`);
    this.problem = problem;
    this.line = line;
  }
}
