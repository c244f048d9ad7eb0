import type { ReactNode } from 'react';
import css from './admin-table.module.css';

export interface AdminColumn<Row> {
  id: string;
  /** Heads the column, and names the value in a card. */
  header: string;
  render: (row: Row) => ReactNode;
  /** What the row is about: the title of its card. One column has it. */
  main?: true;
  /** Figures, aligned at their end. */
  numeric?: true;
}

interface AdminTableProps<Row> {
  /** Says what the rows are, for screen readers. */
  caption: string;
  columns: readonly AdminColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Older rows while others are read. */
  stale?: boolean;
}

/** A dense table for administrators; on a phone each row is a card. */
export function AdminTable<Row>({ caption, columns, rows, keyOf, stale = false }: AdminTableProps<Row>) {
  return (
    <div className={css.frame} aria-busy={stale}>
      <table className={css.table} data-stale={stale || undefined}>
        <caption className="k-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, header, numeric }) => (
              <th key={id} scope="col" data-numeric={numeric}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ id, header, render, main, numeric }) =>
                main ? (
                  <th key={id} scope="row">
                    {render(row)}
                  </th>
                ) : (
                  <td key={id} data-label={header} data-numeric={numeric}>
                    <div>{render(row)}</div>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
