/** Gauges of the metrics that are read from the database, each reading with one cheap statement. */
import type { Transaction } from 'kysely';
import type { DB } from '../db/types.gen.ts';

export interface GaugeReading {
  /** The gauges whose values `read` returns. */
  readonly gauges: readonly GaugeDefinition[];
  /**
   * Called at most every 15 seconds and only when somebody asks for metrics. Statements end after two seconds, so they use an
   * index and bound what they count.
   */
  read(access: ReadingAccess): Promise<readonly GaugeSample[]>;
}

export interface GaugeDefinition {
  readonly name: `kindling_${string}`;
  readonly help: string;
  /** Labels whose values are closed words, never ids. */
  readonly labels?: readonly string[];
}

export interface GaugeSample {
  readonly name: GaugeDefinition['name'];
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadingAccess {
  /** Across all accounts, as `inSystem`. */
  inSystem<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T>;
  /** As the user of the pool, for the tables of the queue. */
  query<Row extends object>(sql: string): Promise<readonly Row[]>;
}
