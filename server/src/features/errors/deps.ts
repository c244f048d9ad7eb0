import type { Database } from '../../db/client.ts';
import type { ErrorRecorder } from './error-recorder.ts';
import type { StackResolver } from './stack-resolver.ts';

export interface ErrorsDeps {
  db: Pick<Database, 'pool'>;
  recorder: ErrorRecorder;
  stacks: StackResolver;
}
