/** How commands end: lines for people, one JSON object for programs (`--json`), and an exit code for scripts. */

export const exitCodes = {
  ok: 0,
  /** Something went wrong: the database, the disk, a service. */
  failed: 1,
  /** There is no such command, or words are missing or wrong. */
  usage: 2,
  /** A backup is damaged, or not complete. */
  damaged: 3,
  /** A key or secret is missing, or is another one. */
  key: 4,
  /** The command may not do it here: the database is not empty, the backup has expired or is from a newer version. */
  refused: 5,
  /** Another process does the same, or holds the data. */
  busy: 6,
} as const;

export interface CommandResult {
  lines: string[];
  json: Record<string, unknown>;
  exitCode?: number;
}

/** An expected failure: one sentence for the operator, and its exit code. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: number;

  constructor(exit: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[exit];
  }
}
