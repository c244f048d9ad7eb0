import { asLanguage } from '@kindling/contract/constants';
import type { ExportFormat, ReviewExport, ReviewExportSort } from '@kindling/contract/exports';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { startDownload } from '../../../lib/start-download.ts';

/** What is exported: the filter, and of its reviews only these, when they are named. */
export interface ExportedReviews {
  filter: ReviewFilter;
  sort?: ReviewExportSort | undefined;
  ids?: readonly string[] | undefined;
}

const pollIntervalMs = 1_000;

function isOpen(state: ReviewExport['state'] | undefined): boolean {
  return state === 'waiting' || state === 'running';
}

/**
 * Begins an export, whose file the browser downloads by itself, and follows how far the server is. The page does not see the
 * download, so only the server knows whether all of it was sent.
 */
export function useReviewExport(exported: ExportedReviews) {
  const { i18n } = useText();
  const cache = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const begin = useMutation({
    mutationFn: (format: ExportFormat) =>
      client.reviewExports.begin({
        format,
        language: asLanguage(i18n.resolvedLanguage),
        filter: exported.filter,
        ...(exported.sort === undefined ? {} : { sort: exported.sort }),
        ...(exported.ids === undefined ? {} : { ids: [...exported.ids] }),
      }),
    onSuccess(begun) {
      cache.setQueryData(query.reviewExports.get.queryKey({ input: { id: begun.export.id } }), {
        export: begun.export,
      });
      setId(begun.export.id);
      startDownload(begun.address);
    },
  });
  const progress = useQuery(
    query.reviewExports.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      refetchInterval: ({ state }) => (isOpen(state.data?.export.state) ? pollIntervalMs : false),
      // The person looks at the browser's list of downloads meanwhile.
      refetchIntervalInBackground: true,
    }),
  );
  const cancel = useMutation({
    mutationFn: () => client.reviewExports.cancel({ id: id ?? '' }),
    onSuccess: () => setId(null),
  });
  const current = id === null ? null : (progress.data?.export ?? null);
  return {
    begin,
    cancel,
    /** The export that was begun last; null before, and once it was canceled here or put away. */
    current,
    isRunning: begin.isPending || isOpen(current?.state),
    putAway() {
      setId(null);
      begin.reset();
      cancel.reset();
    },
  };
}
