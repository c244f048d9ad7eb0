/**
 * Shares the engine's only session among many connections. A connection holds the session from its first
 * complete batch until the server reports that no transaction is open; the others wait in line. So every
 * transaction is isolated by queueing, and a connection that goes away in the middle is rolled back.
 */
import type { MessagePort } from 'node:worker_threads';
import {
  type Batch,
  BatchReader,
  errorTextOf,
  fatalMessage,
  queryMessage,
  statementTexts,
  type TransactionState,
  transactionStateOf,
} from './protocol.ts';
import {
  changesSessionUser,
  FORBIDDEN_STATEMENT_SQL,
  SET_LOGIN_SQL,
  SET_OWNER_SQL,
} from './session-roles.ts';

/** Answers are posted in pieces of about this size, so that a big result is not held twice. */
const ANSWER_PIECE_BYTES = 256 * 1024;

export interface SessionMultiplexerOptions {
  /** Runs complete protocol bytes to their end and reports the answer piece by piece. */
  execute(bytes: Uint8Array, onAnswer: (piece: Uint8Array) => void): Promise<void>;
  /** What a client hears after its startup message. */
  startupAnswer: Uint8Array;
  idleInTransactionTimeoutMs: number;
  onStatementStart(client: ClientInfo): void;
  onStatementEnd(): void;
  /** The engine broke its protocol: nothing it says can be trusted any more. */
  onProtocolError(error: Error): void;
}

/** What is known of a connection: its number, and whether it acts as the owner of the tables, without a time limit. */
export interface ClientInfo {
  id: number;
  owner: boolean;
}

interface Connection {
  port: MessagePort;
  client: ClientInfo;
  reader: BatchReader;
  batches: Uint8Array[];
  queued: boolean;
  gone: boolean;
}

export class SessionMultiplexer {
  readonly #options: SessionMultiplexerOptions;
  readonly #waiting: Connection[] = [];
  #owner: Connection | null = null;
  #busy = false;
  #actsAsOwner = true;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(options: SessionMultiplexerOptions) {
    this.#options = options;
  }

  /** Takes a new connection. */
  connect(port: MessagePort, traits: ClientInfo): void {
    const connection: Connection = {
      port,
      client: traits,
      reader: new BatchReader(),
      batches: [],
      queued: false,
      gone: false,
    };
    port.on('message', (chunk: Uint8Array) => this.#receive(connection, chunk));
    port.on('close', () => this.#leave(connection));
    // The greeting the main thread waits for before it lets the client speak.
    port.postMessage(new Uint8Array(0));
  }

  #receive(connection: Connection, chunk: Uint8Array): void {
    let batches: Batch[];
    try {
      batches = connection.reader.push(chunk);
    } catch {
      this.#dismiss(connection, '08P01', 'The bytes received are not the PostgreSQL protocol');
      return;
    }
    for (const batch of batches) {
      if (batch.kind === 'startup') post(connection.port, this.#options.startupAnswer.slice());
      else if (batch.kind === 'terminate') connection.port.close();
      else connection.batches.push(connection.client.owner ? batch.bytes : refuseUserChange(batch.bytes));
    }
    if (connection.batches.length > 0) this.#enqueue(connection);
  }

  #enqueue(connection: Connection): void {
    if (connection !== this.#owner && !connection.queued) {
      connection.queued = true;
      this.#waiting.push(connection);
    }
    this.#wake();
  }

  #leave(connection: Connection): void {
    connection.gone = true;
    connection.batches.length = 0;
    this.#wake();
  }

  #dismiss(connection: Connection, code: string, text: string): void {
    post(connection.port, fatalMessage(code, text));
    connection.port.close();
  }

  #wake(): void {
    if (this.#busy) return;
    this.#busy = true;
    // A turn of the event loop between statements lets ports report new bytes and closed clients.
    setImmediate(() => {
      this.#step()
        .then((more) => {
          this.#busy = false;
          if (more) this.#wake();
        })
        .catch((error: unknown) => this.#options.onProtocolError(toError(error)));
    });
  }

  /** Does one thing and tells whether there may be another to do at once. */
  async #step(): Promise<boolean> {
    this.#owner ??= this.#nextInLine();
    const owner = this.#owner;
    if (!owner) return false;
    if (owner.gone) {
      this.#stopIdleTimer();
      await this.#rollBack();
      this.#owner = null;
      return true;
    }
    const bytes = owner.batches.shift();
    if (!bytes) {
      this.#startIdleTimer(owner);
      return false;
    }
    this.#stopIdleTimer();
    const state = await this.#run(owner, bytes);
    if (state === 'I') {
      this.#owner = null;
      if (owner.batches.length > 0) this.#enqueue(owner);
    }
    return true;
  }

  #nextInLine(): Connection | null {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.queued = false;
      if (!next.gone && next.batches.length > 0) return next;
    }
    return null;
  }

  async #run(owner: Connection, bytes: Uint8Array): Promise<TransactionState> {
    const answer = new AnswerPoster(owner.port);
    this.#options.onStatementStart(owner.client);
    try {
      await this.#actFor(owner.client);
      await this.#options.execute(bytes, (piece) => answer.add(piece));
    } finally {
      this.#options.onStatementEnd();
    }
    const state = transactionStateOf(answer.tail);
    answer.flush();
    if (state) return state;
    // Only a Flush may go without ReadyForQuery; the Sync that must follow brings it.
    if (bytes[bytes.length - 5] === 0x48) return 'T';
    throw new Error('The engine did not finish its answer');
  }

  /** Between two transactions, as the session's owner changes only there. */
  async #actFor({ owner }: ClientInfo): Promise<void> {
    if (owner === this.#actsAsOwner) return;
    const pieces: Uint8Array[] = [];
    await this.#options.execute(queryMessage(owner ? SET_OWNER_SQL : SET_LOGIN_SQL), (piece) =>
      pieces.push(piece.slice()),
    );
    const problem = errorTextOf(Buffer.concat(pieces));
    if (problem !== null) throw new Error(`The session could not change its user: ${problem}`);
    this.#actsAsOwner = owner;
  }

  async #rollBack(): Promise<void> {
    // Two messages: an unfinished extended query is ended by the first, its transaction by the second.
    const sync = new Uint8Array([0x53, 0, 0, 0, 4]);
    await this.#options.execute(sync, () => {});
    await this.#options.execute(queryMessage('ROLLBACK'), () => {});
  }

  #startIdleTimer(owner: Connection): void {
    const expire = (): void => {
      this.#idleTimer = null;
      this.#dismiss(owner, '25P03', 'The transaction was idle for too long and was rolled back');
      this.#leave(owner);
    };
    // Others asking for the session must not prolong the wait.
    this.#idleTimer ??= setTimeout(expire, this.#options.idleInTransactionTimeoutMs);
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }
}

/** The batch, or one that PostgreSQL refuses where a statement of it would change the session's user. */
function refuseUserChange(batch: Uint8Array): Uint8Array {
  return statementTexts(batch).some(changesSessionUser) ? queryMessage(FORBIDDEN_STATEMENT_SQL) : batch;
}

/** Copies pieces out of the engine's memory, which it reuses, and posts them in larger ones. */
class AnswerPoster {
  readonly #port: MessagePort;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  /** The last six bytes of the answer so far: where ReadyForQuery stands. */
  tail: Uint8Array = new Uint8Array(0);

  constructor(port: MessagePort) {
    this.#port = port;
  }

  add(piece: Uint8Array): void {
    const copy = piece.slice();
    this.#pieces.push(copy);
    this.#bytes += copy.length;
    this.tail = copy.length >= 6 ? copy.subarray(-6) : Buffer.concat([this.tail, copy]).subarray(-6);
    if (this.#bytes >= ANSWER_PIECE_BYTES) this.flush();
  }

  flush(): void {
    if (this.#bytes === 0) return;
    const [only] = this.#pieces;
    const bytes = this.#pieces.length === 1 && only ? only : concatenate(this.#pieces, this.#bytes);
    this.tail = this.tail.slice();
    post(this.#port, bytes);
    this.#pieces = [];
    this.#bytes = 0;
  }
}

function concatenate(pieces: Uint8Array[], total: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function post(port: MessagePort, bytes: Uint8Array): void {
  // An exact copy where needed: posting a view would clone (or take away) the whole buffer behind it.
  const exact =
    bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
      ? bytes.buffer
      : new Uint8Array(bytes).buffer;
  port.postMessage(new Uint8Array(exact), [exact]);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
