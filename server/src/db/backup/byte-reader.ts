/** Reads pieces of a given length from a stream of any pieces. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Null at the end; fewer bytes than asked for when the stream ends in between. */
  async read(length: number): Promise<Buffer | null> {
    if (length === 0) return Buffer.alloc(0);
    const pieces = [this.#left];
    let size = this.#left.length;
    while (size < length) {
      const { value, done } = await this.#source.next();
      if (done === true) break;
      pieces.push(value);
      size += value.length;
    }
    if (size === 0) return null;
    const all = pieces.length === 1 ? this.#left : Buffer.concat(pieces, size);
    this.#left = all.subarray(length);
    return all.subarray(0, length);
  }

  /** A line without its end; null when none ends within `most` bytes. */
  async readLine(most: number): Promise<Buffer | null> {
    const start = (await this.read(most)) ?? Buffer.alloc(0);
    const end = start.indexOf(0x0a);
    this.#left = Buffer.concat([end === -1 ? start : start.subarray(end + 1), this.#left]);
    return end === -1 ? null : start.subarray(0, end);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
