/** Opens a file's parts from the beginning. */
export type OpenFile = (file: number) => AsyncIterable<Uint8Array>;
