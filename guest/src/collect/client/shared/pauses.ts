/** How long the script waits. */

/** Milliseconds. The server holds what comes within a second of its token (server/src/features/submissions/intake.ts). */
const ripeAge = 1200;

/** Seconds between two attempts. */
export const firstPause = 2;
const longestPause = 300;
export const nextPause = (pause: number): number => Math.min(longestPause, pause * 2);

export const wait = (time: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
  });

/** Ends when a token that has just arrived is old enough to send a form with it. */
export const ripen = (): Promise<void> => wait(ripeAge);
