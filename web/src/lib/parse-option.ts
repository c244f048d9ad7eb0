/** The option that a select's value names; the first option for an unknown value. */
export function parseOption<const T extends string>(value: string, options: readonly [T, ...T[]]): T {
  return options.find((option) => option === value) ?? options[0];
}
