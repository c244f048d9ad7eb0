/**
 * COPY to and from a program, in PostgreSQL's text format. On a server it is the protocol's own; the embedded database
 * would keep a whole table in memory, so there it goes through a file beside the database.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

export interface CopyStreams {
  /** The rows of a query. Nothing else may use the client until the last one was read. */
  read(client: pg.Client, query: string): AsyncIterable<Buffer>;
  /** Writes rows into `target`, a table with the list of its columns. */
  write(client: pg.Client, target: string, rows: AsyncIterable<Buffer>): Promise<void>;
}

/** Bytes of answers that wait to be read before the server is made to wait. */
const maxWaitingBytes = 4 * 1024 * 1024;

export const serverCopyStreams: CopyStreams = {
  read: readFromServer,
  async write(client, target, rows) {
    await new Promise<void>((resolve, reject) => {
      client.query(
        new CopyIn(`copy ${target} from stdin`, rows, resolve, reject) as unknown as pg.Submittable,
      );
    });
  },
};

async function* readFromServer(client: pg.Client, query: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(`copy (${query}) to stdout`);
  client.query(copy as unknown as pg.Submittable);
  try {
    let rows = 0;
    for (;;) {
      const pieces = await copy.next();
      if (pieces === null) break;
      const bytes = Buffer.concat(pieces);
      rows += countRows(bytes);
      yield bytes;
    }
    assertAllRows(rows, copy.sentRows);
  } finally {
    await copy.discard();
  }
}

type Connection = pg.Connection & {
  query(text: string): void;
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean };
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** What `pg` asks of a query that reads its messages itself. */
class CopyOut {
  readonly #text: string;
  #connection: Connection | null = null;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #paused = false;
  #discarding = false;
  #ended = false;
  #sentRows = -1;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  /** What arrived since the last call; null after the end. */
  async next(): Promise<Buffer[] | null> {
    while (this.#pieces.length === 0 && !this.#ended && this.#error === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#error !== null) throw this.#error;
    if (this.#pieces.length === 0) return null;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    this.#resume();
    return pieces;
  }

  /** Reads the rest without keeping it, so that the client can be used again. */
  async discard(): Promise<void> {
    this.#discarding = true;
    this.#resume();
    while (!this.#ended && this.#error === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#discarding) return;
    // The parser uses the memory of its messages again.
    this.#pieces.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes > maxWaitingBytes && !this.#paused) {
      this.#paused = true;
      this.#connection?.stream.pause();
    }
    this.#wake();
  }

  handleError(error: Error): void {
    this.#error ??= error;
    this.#wake();
  }

  handleReadyForQuery(): void {
    this.#ended = true;
    this.#wake();
  }

  /** What the server says it has sent. */
  get sentRows(): number {
    return this.#sentRows;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#sentRows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? -1);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
}

class CopyIn {
  readonly #text: string;
  readonly #rows: AsyncIterable<Buffer>;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  #failure: unknown = null;
  #failed = false;

  constructor(
    text: string,
    rows: AsyncIterable<Buffer>,
    resolve: () => void,
    reject: (error: unknown) => void,
  ) {
    this.#text = text;
    this.#rows = rows;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: Connection): void {
    void this.#send(connection);
  }

  async #send(connection: Connection): Promise<void> {
    try {
      for await (const chunk of this.#rows) {
        if (this.#failed) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    } catch (error) {
      this.#fail(error);
      connection.sendCopyFail('the rows could not be read');
    }
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.#failure = error;
    this.#failed = true;
  }

  handleError(error: Error): void {
    this.#fail(error);
    // A lost connection brings no further message.
    if (!('code' in error)) this.#reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#failed) this.#reject(this.#failure);
    else this.#resolve();
  }

  handleCommandComplete(): void {}
}

/** In the text format a line end within a value is escaped. */
export function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) rows += 1;
  return rows;
}

/** A backup must never have fewer rows than the database. */
function assertAllRows(read: number, sent: number): void {
  if (read !== sent) throw new Error(`The database sent ${sent} rows, and ${read} were read.`);
}

/** Bytes of a file for the embedded database; rows are cut between two of them. */
const pieceBytes = 64 * 1024 * 1024;

/** @param databaseFolder PostgreSQL's own folder, which is all that the engine sees of the disk */
export function embeddedCopyStreams(databaseFolder: string): CopyStreams {
  let number = 0;
  const nextFile = async (client: pg.Client) => {
    number += 1;
    const name = `kindling-copy-${process.pid}-${number}`;
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    );
    return { here: path.join(databaseFolder, name), there: pg.escapeLiteral(`${rows[0]?.folder}/${name}`) };
  };
  return {
    async *read(client, query) {
      const { here, there } = await nextFile(client);
      try {
        const { rowCount } = await client.query(`copy (${query}) to ${there}`);
        let rows = 0;
        for await (const bytes of createReadStream(here, { highWaterMark: 256 * 1024 })) {
          rows += countRows(bytes);
          yield bytes;
        }
        assertAllRows(rows, rowCount ?? -1);
      } finally {
        await rm(here, { force: true });
      }
    },
    async write(client, target, rows) {
      const { here, there } = await nextFile(client);
      try {
        for await (const piece of wholeRows(rows, pieceBytes)) {
          const file = await open(here, 'w', 0o600);
          try {
            for (const part of piece) await file.write(part);
          } finally {
            await file.close();
          }
          await client.query(`copy ${target} from ${there}`);
        }
      } finally {
        await rm(here, { force: true });
      }
    },
  };
}

/** Collects pieces of about `bytes` that end with a whole row. */
async function* wholeRows(rows: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer[]> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    const end = chunk.lastIndexOf(0x0a) + 1;
    if (size + chunk.length < bytes || end === 0) {
      pieces.push(chunk);
      size += chunk.length;
      continue;
    }
    yield [...pieces, chunk.subarray(0, end)];
    pieces = [chunk.subarray(end)];
    size = chunk.length - end;
  }
  if (size > 0) yield pieces;
}
