import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/**
 * The socket that `pg` believes it has: a Duplex over a MessagePort. It connects once the given promise
 * brings a port; destroying it closes the port, which the worker takes as a client that went away.
 */
export class PortStream extends Duplex {
  readonly #open: () => Promise<MessagePort>;
  #port: MessagePort | null = null;

  constructor(open: () => Promise<MessagePort>) {
    super();
    this.#open = open;
  }

  /** Whether it has its port, that is, whether it belongs to the worker that runs now. */
  get attached(): boolean {
    return this.#port !== null;
  }

  /** Called by `pg` as on a net.Socket. */
  connect(): this {
    this.#open().then(
      (port) => this.#attach(port),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  #attach(port: MessagePort): void {
    if (this.destroyed) {
      port.close();
      return;
    }
    this.#port = port;
    port.on('message', (chunk: Uint8Array) =>
      this.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    );
    port.on('close', () => {
      this.push(null);
      this.destroy();
    });
    this.emit('connect');
  }

  override _read(): void {
    // Answers arrive by themselves; a result is bounded by the query, not by this reader.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#post(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#post(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  #post(bytes: Buffer): void {
    // An exact copy: small Buffers share one pool, and posting a view would clone all of it.
    const copy = new Uint8Array(bytes);
    this.#port?.postMessage(copy, [copy.buffer]);
  }

  override _final(done: () => void): void {
    this.#port?.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port?.close();
    done(error);
  }

  ref(): this {
    this.#port?.ref();
    return this;
  }

  unref(): this {
    this.#port?.unref();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }
}
