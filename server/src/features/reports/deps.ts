import type { Database } from '../../db/client.ts';
import type { PdfRenderer } from '../../lib/pdf/pdf-renderer.ts';
import type { Connectors } from '../reviews/index.ts';
import type { ReportFileRequest } from './pdf/report-file.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface ReportsDeps {
  db: Pick<Database, 'pool'>;
  connectors: Connectors;
  renderer: PdfRenderer<ReportFileRequest>;
  /** Of the installation, on paper. */
  brand: { name: string; color: string };
}
