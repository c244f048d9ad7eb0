import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/**
 * A Duplex over a MessagePort that `pg` uses like a socket. It connects when `open` resolves with a port. Destroying it
 * closes the port, which the worker handles as a closed connection.
 */
export class PortStream extends Duplex {
  readonly #openPort: () => Promise<MessagePort>;
  #port: MessagePort | null = null;

  constructor(open: () => Promise<MessagePort>) {
    super();
    this.#openPort = open;
  }

  /** Whether it has a port, and so belongs to the current worker. */
  get attached(): boolean {
    return this.#port !== null;
  }

  /** `pg` calls this as it would on a net.Socket. */
  connect(): this {
    this.#openPort().then(
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
    // The worker pushes answers without backpressure; the size of a result depends on the query.
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
    // Copy the exact bytes: small Buffers share one pool, and posting a view would clone the whole pool.
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
