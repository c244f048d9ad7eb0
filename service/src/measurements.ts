/**
 * What the program reports about its own work while it runs. Nothing listens unless metrics are configured, and then a
 * report costs one comparison. All values but numbers are closed words, so that the number of time series is bounded.
 */
export interface Measurements {
  request: { role: string; method: string; route: string; status: StatusClass; seconds: number };
  jobStarted: { job: string };
  jobEnded: { job: string; outcome: 'completed' | 'failed'; seconds: number };
  transaction: { scope: 'tenant' | 'system'; outcome: 'committed' | 'rolled-back'; seconds: number };
  queryFailed: { kind: QueryFailure };
  /** A call to a host of the operator's configuration. */
  outgoingCall: { host: string; outcome: StatusClass | 'timeout' | 'network' | 'too-large'; seconds: number };
  syncEnded: { connector: string; outcome: 'succeeded' | 'partial' | 'failed' | 'postponed' };
  embedServed: { from: 'memory' | 'disk' | 'database' | 'nowhere' };
  embedRendered: { seconds: number };
  mailAttempted: { outcome: 'sent' | 'postponed' | 'dead' };
  errorEvent: { origin: ErrorSource };
  /** An attempt to bring this process's copy of the erasure journal up to date. */
  erasureJournalCopied: { succeeded: boolean };
  /** Open event streams of this process. */
  eventStreams: { open: number };
}

/** `aborted`: the client hung up before the response began. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'aborted';
/** `errorOrigins` of the contract, which the service does not know. */
export type ErrorSource = 'server' | 'job' | 'sign-in' | 'browser' | 'page';
export type QueryFailure = 'connection' | 'timeout' | 'conflict' | 'constraint' | 'other';

export type MeasurementListener = {
  readonly [Name in keyof Measurements]?: (values: Measurements[Name]) => void;
};

let listeners: readonly MeasurementListener[] = [];

/** Reports to `listener` from now on. @returns what ends it */
export function onMeasurement(listener: MeasurementListener): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}

/** Whether anybody listens: a caller that measures a time asks first. */
export function isMeasured(): boolean {
  return listeners.length > 0;
}

export function measure<Name extends keyof Measurements>(name: Name, values: Measurements[Name]): void {
  for (const listener of listeners) listener[name]?.(values);
}

/** The class of an HTTP status. */
export function statusClass(status: number): StatusClass {
  const first = Math.floor(status / 100);
  return first >= 1 && first <= 5 ? (`${first}xx` as StatusClass) : '5xx';
}
