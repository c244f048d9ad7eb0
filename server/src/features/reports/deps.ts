import type { Database } from '../../db/client.ts';
import type { Connectors } from '../reviews/index.ts';
import type { ReportRenderer } from './report-renderer.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface ReportsDeps {
  db: Pick<Database, 'pool'>;
  connectors: Connectors;
  renderer: ReportRenderer;
  /** Of the installation, on paper. */
  brand: { name: string; color: string };
}
