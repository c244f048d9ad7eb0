/**
 * React's code for production renders embeds, pages and mails. The other options release memory: threads of V8 and of the
 * database each use an arena of the allocator and keep their peak memory (170 MB after a start), so two arenas are enough,
 * and free pages are returned soon.
 */
export const serverEnvironment = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Source maps for our stack traces; a young generation of 3 × 4 MB instead of 3 × 16 MB for each of two threads; and no
 * optimizing compiler for the database's WebAssembly, because it uses 600 MB for the SQL parser alone.
 */
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4', '--liftoff-only'];
