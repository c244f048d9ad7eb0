/** Saves the report as PDF: bytes that the contract's client cannot carry. */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { reportPdfPath } from '@kindling/contract/reports';
import { callerHeaders } from '../../lib/api/access.ts';
import { ApiError, decodeProblem } from '../../lib/api/problem.ts';
import { saveFile } from '../../lib/save-file.ts';

const timeoutMs = 60_000;

/** @throws ApiError */
export async function saveReportPdf({
  month,
  businessId,
  language,
}: {
  month: string;
  businessId: string | undefined;
  language: string;
}): Promise<void> {
  const fields = new URLSearchParams({
    month,
    language,
    ...(businessId === undefined ? {} : { businessId }),
  });
  const answer = await fetch(`${versionedApiRoot}${reportPdfPath}?${fields}`, {
    headers: await callerHeaders({ fresh: false }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new ApiError({ code: 'network', cause });
  });
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    throw decodeProblem(body, answer.status, answer.headers.get('x-request-id') ?? undefined);
  }
  saveFile(await answer.blob(), `report-${month}.pdf`);
}
