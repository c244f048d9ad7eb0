import { encodeCursor } from '../../lib/list-cursor.ts';

/** @param found one row more than a page has, when there are more */
export function cutPage<Row extends { id: string; position: string }>(
  found: readonly Row[],
  size: number,
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const hasMore = found.length > size && last !== undefined;
  return { rows, nextCursor: hasMore ? encodeCursor({ time: last.position, id: last.id }) : null };
}
