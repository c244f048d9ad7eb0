/**
 * The parts of PostgreSQL's wire protocol (version 3) that the embedded database needs: splitting a client's bytes into
 * batches that end where the server must answer, reading the transaction state at the end of an answer, and building the
 * messages that the worker itself sends.
 */

const SYNC = 0x53; // 'S'
const QUERY = 0x51; // 'Q'
const PARSE = 0x50; // 'P'
const FLUSH = 0x48; // 'H'
const TERMINATE = 0x58; // 'X'
const READY = 0x5a; // 'Z'
const HEADER_BYTES = 5;
/** PostgreSQL's own maximum message size (1 GB). A larger length means a broken stream. */
const MAX_MESSAGE_BYTES = 0x3fff_ffff;

/** One unit of work for a connection. A `run` batch is complete, so the engine never waits for more bytes. */
export type Batch = { kind: 'startup' } | { kind: 'run'; bytes: Uint8Array } | { kind: 'terminate' };

/** Transaction state that the server reports: idle, in a transaction, in a failed transaction. */
export type TransactionState = 'I' | 'T' | 'E';

/**
 * Collects a connection's bytes and returns complete batches. It holds back messages of the extended protocol until their
 * Sync or Flush, because the engine treats the end of its input as the end of the client.
 */
export class BatchReader {
  #pending: Uint8Array = new Uint8Array(0);
  #scanned = 0;
  #started = false;

  /** Adds bytes and returns the completed batches in order. @throws Error for an impossible message length. */
  push(chunk: Uint8Array): Batch[] {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const batches: Batch[] = [];
    for (let batch = this.#next(); batch; batch = this.#next()) batches.push(batch);
    return batches;
  }

  #next(): Batch | null {
    if (!this.#started) return this.#nextStartup();
    while (this.#pending.length - this.#scanned >= HEADER_BYTES) {
      const type = this.#pending[this.#scanned];
      const end = this.#scanned + 1 + lengthAt(this.#pending, this.#scanned + 1);
      if (end > this.#pending.length) return null;
      this.#scanned = end;
      if (type === SYNC || type === QUERY || type === FLUSH)
        return { kind: 'run', bytes: this.#takeScanned() };
      if (type === TERMINATE) {
        this.#takeScanned();
        return { kind: 'terminate' };
      }
    }
    return null;
  }

  #nextStartup(): Batch | null {
    if (this.#pending.length < 4) return null;
    const length = lengthAt(this.#pending, 0);
    if (length > this.#pending.length) return null;
    this.#scanned = length;
    this.#takeScanned();
    this.#started = true;
    return { kind: 'startup' };
  }

  #takeScanned(): Uint8Array {
    const bytes = this.#pending.subarray(0, this.#scanned);
    this.#pending = this.#pending.subarray(this.#scanned);
    this.#scanned = 0;
    return bytes;
  }
}

function lengthAt(bytes: Uint8Array, offset: number): number {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(offset);
  if (length < 4 || length > MAX_MESSAGE_BYTES) throw new Error(`Impossible message length ${length}`);
  return length;
}

/** The transaction state at the end of an answer; null when the answer does not end with ReadyForQuery. */
export function transactionStateOf(tail: Uint8Array): TransactionState | null {
  if (tail.length < 6 || tail[tail.length - 6] !== READY) return null;
  const state = String.fromCharCode(tail[tail.length - 1] ?? 0);
  return state === 'I' || state === 'T' || state === 'E' ? state : null;
}

/** Builds a simple Query message. */
export function queryMessage(sql: string): Uint8Array {
  return message('Q', Buffer.from(`${sql}\0`));
}

/** Builds a StartupMessage of protocol 3.0 for the engine's only user. */
export function startupMessage(): Uint8Array {
  const body = Buffer.from('\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}

/** Builds a FATAL ErrorResponse with a five-character SQLSTATE. */
export function fatalMessage(code: string, text: string): Uint8Array {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

/** The SQL texts in a complete batch, decoded as Latin-1. Parameter values are not part of them. */
export function statementTexts(batch: Uint8Array): string[] {
  const buffer = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength);
  const texts: string[] = [];
  for (let at = 0; at + HEADER_BYTES <= buffer.length; at += 1 + buffer.readInt32BE(at + 1)) {
    const type = buffer[at];
    if (type !== QUERY && type !== PARSE) continue;
    // A Parse message starts with the name of the statement.
    const start = type === PARSE ? buffer.indexOf(0, at + HEADER_BYTES) + 1 : at + HEADER_BYTES;
    texts.push(buffer.toString('latin1', start, buffer.indexOf(0, start)));
  }
  return texts;
}

/** The text of the first ErrorResponse in an answer; null when there is none. */
export function errorTextOf(answer: Uint8Array): string | null {
  const buffer = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at + HEADER_BYTES <= buffer.length; at += 1 + buffer.readInt32BE(at + 1)) {
    if (buffer[at] !== 0x45) continue;
    const fields = buffer
      .subarray(at + HEADER_BYTES, at + 1 + buffer.readInt32BE(at + 1))
      .toString()
      .split('\0');
    return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'unknown error';
  }
  return null;
}

function message(type: string, body: Uint8Array): Uint8Array {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
