/**
 * How the server is started so that it gives memory back. Threads of V8 and of the database each take an arena of the
 * allocator and keep what they once needed (170 MB after a start): two arenas are enough, and free pages go back soon.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Our own code's places in stack traces; a young generation of 3 × 4 MB instead of 3 × 16 for each of two threads; and the
 * database's WebAssembly as V8 compiles it at first: its optimizing compiler takes 600 MB for the SQL parser alone.
 */
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4', '--liftoff-only'];
