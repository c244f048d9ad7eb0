import type { ListedCode } from '@kindling/contract/codes';

interface CodeGroup {
  /** Null: codes without a series that follow each other. */
  series: string | null;
  codes: ListedCode[];
}

/** Codes of one series together, at the place of its newest one; the others stay where they are. */
export function groupBySeries(codes: readonly ListedCode[]): CodeGroup[] {
  const groups: CodeGroup[] = [];
  const known = new Map<string, CodeGroup>();
  for (const code of codes) {
    const { series } = code;
    const group = series === null ? groups.at(-1) : known.get(series);
    if (group !== undefined && group.series === series) {
      group.codes.push(code);
      continue;
    }
    const made: CodeGroup = { series, codes: [code] };
    groups.push(made);
    if (series !== null) known.set(series, made);
  }
  return groups;
}
