/**
 * Shares the engine's only session among many connections. A connection holds the session from its first complete batch
 * until the server reports that no transaction is open; the others wait in a queue. So transactions never overlap, and a
 * connection that closes in the middle of a transaction is rolled back.
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

/** Answers are posted in chunks of about this size, so that a large result is not in memory twice. */
const ANSWER_PIECE_BYTES = 256 * 1024;

export interface SessionMultiplexerOptions {
  /** Executes a complete batch and passes the answer to `onAnswer` in pieces. */
  execute(bytes: Uint8Array, onAnswer: (piece: Uint8Array) => void): Promise<void>;
  /** The answer to a client's startup message. */
  startupAnswer: Uint8Array;
  idleInTransactionTimeoutMs: number;
  onStatementStart(client: ClientInfo): void;
  onStatementEnd(): void;
  /** The engine violated the protocol, so none of its further answers can be trusted. */
  onProtocolError(error: Error): void;
}

/** The id of a connection, and whether it acts as the owner of the tables without a statement timeout. */
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
  readonly #queue: Connection[] = [];
  #holder: Connection | null = null;
  #stepScheduled = false;
  #sessionIsOwner = true;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(options: SessionMultiplexerOptions) {
    this.#options = options;
  }

  /** Accepts a new connection. */
  connect(port: MessagePort, client: ClientInfo): void {
    const connection: Connection = {
      port,
      client,
      reader: new BatchReader(),
      batches: [],
      queued: false,
      gone: false,
    };
    port.on('message', (chunk: Uint8Array) => this.#receive(connection, chunk));
    port.on('close', () => this.#handleClose(connection));
    // The main thread waits for this empty message before the client may send.
    port.postMessage(new Uint8Array(0));
  }

  #receive(connection: Connection, chunk: Uint8Array): void {
    let batches: Batch[];
    try {
      batches = connection.reader.push(chunk);
    } catch {
      this.#disconnect(connection, '08P01', 'The bytes received are not the PostgreSQL protocol');
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
    if (connection !== this.#holder && !connection.queued) {
      connection.queued = true;
      this.#queue.push(connection);
    }
    this.#scheduleStep();
  }

  #handleClose(connection: Connection): void {
    connection.gone = true;
    connection.batches.length = 0;
    this.#scheduleStep();
  }

  #disconnect(connection: Connection, code: string, text: string): void {
    post(connection.port, fatalMessage(code, text));
    connection.port.close();
  }

  #scheduleStep(): void {
    if (this.#stepScheduled) return;
    this.#stepScheduled = true;
    // Yield to the event loop between statements, so that ports can report new bytes and closed clients.
    setImmediate(() => {
      this.#runStep()
        .then((more) => {
          this.#stepScheduled = false;
          if (more) this.#scheduleStep();
        })
        .catch((error: unknown) => this.#options.onProtocolError(toError(error)));
    });
  }

  /** Runs one step and returns whether another one may follow immediately. */
  async #runStep(): Promise<boolean> {
    this.#holder ??= this.#dequeue();
    const holder = this.#holder;
    if (!holder) return false;
    if (holder.gone) {
      this.#stopIdleTimer();
      await this.#rollBack();
      this.#holder = null;
      return true;
    }
    const bytes = holder.batches.shift();
    if (!bytes) {
      this.#startIdleTimer(holder);
      return false;
    }
    this.#stopIdleTimer();
    const state = await this.#runBatch(holder, bytes);
    if (state === 'I') {
      this.#holder = null;
      if (holder.batches.length > 0) this.#enqueue(holder);
    }
    return true;
  }

  #dequeue(): Connection | null {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      next.queued = false;
      if (!next.gone && next.batches.length > 0) return next;
    }
    return null;
  }

  async #runBatch(holder: Connection, bytes: Uint8Array): Promise<TransactionState> {
    const answer = new AnswerPoster(holder.port);
    this.#options.onStatementStart(holder.client);
    try {
      await this.#switchUser(holder.client);
      await this.#options.execute(bytes, (piece) => answer.add(piece));
    } finally {
      this.#options.onStatementEnd();
    }
    const state = transactionStateOf(answer.tail);
    answer.flush();
    if (state) return state;
    // Only a Flush has no ReadyForQuery; it comes with the Sync that must follow.
    if (bytes[bytes.length - 5] === 0x48) return 'T';
    throw new Error('The engine did not finish its answer');
  }

  /**
   * Switches the session user. It runs only between two transactions, because only then the session changes its holder.
   */
  async #switchUser({ owner }: ClientInfo): Promise<void> {
    if (owner === this.#sessionIsOwner) return;
    const pieces: Uint8Array[] = [];
    await this.#options.execute(queryMessage(owner ? SET_OWNER_SQL : SET_LOGIN_SQL), (piece) =>
      pieces.push(piece.slice()),
    );
    const problem = errorTextOf(Buffer.concat(pieces));
    if (problem !== null) throw new Error(`The session could not change its user: ${problem}`);
    this.#sessionIsOwner = owner;
  }

  async #rollBack(): Promise<void> {
    // The Sync ends an unfinished extended query, the ROLLBACK ends its transaction.
    const sync = new Uint8Array([0x53, 0, 0, 0, 4]);
    await this.#options.execute(sync, () => {});
    await this.#options.execute(queryMessage('ROLLBACK'), () => {});
  }

  #startIdleTimer(holder: Connection): void {
    const expire = (): void => {
      this.#idleTimer = null;
      this.#disconnect(holder, '25P03', 'The transaction was idle for too long and was rolled back');
      this.#handleClose(holder);
    };
    // Other connections that wake the session must not restart the timer.
    this.#idleTimer ??= setTimeout(expire, this.#options.idleInTransactionTimeoutMs);
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }
}

/** Returns the batch, or one that PostgreSQL refuses if a statement of it would change the session user. */
function refuseUserChange(batch: Uint8Array): Uint8Array {
  return statementTexts(batch).some(changesSessionUser) ? queryMessage(FORBIDDEN_STATEMENT_SQL) : batch;
}

/** Copies pieces of an answer out of the engine's reused memory and posts them in larger chunks. */
class AnswerPoster {
  readonly #port: MessagePort;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  /** The last six bytes of the answer so far, which are ReadyForQuery at its end. */
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
  // Copy unless the bytes fill their buffer: posting a view would clone or transfer the whole buffer.
  const exact =
    bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
      ? bytes.buffer
      : new Uint8Array(bytes).buffer;
  port.postMessage(new Uint8Array(exact), [exact]);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
