import { type AuditSearch, auditSearchSchema } from '@kindling/contract/admin-audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { client, query } from '../../../lib/api/client.ts';
import { pagedListOptions } from '../../../lib/api/paged-list-options.ts';
import { useFileInParts } from '../../../lib/api/use-file-in-parts.ts';
import { zoneOfDays } from '../../../lib/i18n/viewer-zone.ts';

const names = ['trail', 'actor', 'account', 'action', 'group', 'from', 'to'] as const;

/** What the address bar says; what it does not say properly is left out. Other parameters of the page stay. */
export function useAuditAddress(): { search: AuditSearch; change: (next: AuditSearch) => void } {
  const [params, setParams] = useSearchParams();
  const valid = names.filter((name) => auditSearchSchema.shape[name].safeParse(params.get(name)).success);
  const search = auditSearchSchema.parse(
    Object.fromEntries(valid.filter((name) => params.has(name)).map((name) => [name, params.get(name)])),
  );
  return {
    search,
    change: (next) =>
      setParams((now) => {
        const kept = new URLSearchParams(now);
        for (const name of names) kept.delete(name);
        for (const name of names) if (next[name] !== undefined) kept.set(name, next[name]);
        return kept;
      }),
  };
}

export function useAudit(search: AuditSearch) {
  const filter = { ...search, ...zoneOfDays(search) };
  return useInfiniteQuery(
    query.adminAudit.search.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? filter : { ...filter, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
}

export function useAuditExport(search: AuditSearch) {
  return useFileInParts('audit.csv', (from) =>
    client.adminAudit.export({ search: { ...search, ...zoneOfDays(search) }, ...from }),
  );
}
