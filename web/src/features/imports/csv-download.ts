/** CSV that is safe to open in a spreadsheet: no cell is taken for a formula (CSV injection). */

/** First characters that spreadsheets treat as a formula, in ASCII and full width. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u;

/** A quoted cell, with an apostrophe before a possible formula. */
export function csvCell(value: string): string {
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as CSV with a byte order mark, by which spreadsheets detect UTF-8. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Downloads the text as a CSV file. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
