/** Milliseconds between two readings while the page is visible. The queue changes every second, the rest every minute. */
export const queueRefetchMs = 5_000;
export const platformRefetchMs = 10_000;
export const slowRefetchMs = 30_000;
