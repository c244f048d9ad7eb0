/** The value of a form parameter: a text, a list, or members in brackets. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

/** Reads a form with brackets: `items[0][price]=p` and `expand[]=a` become objects and lists. */
export function readForm(fields: Iterable<[string, string]>): { [name: string]: FormValue } {
  const root: Branch = new Map();
  for (const [name, value] of fields) {
    const path = pathOf(name);
    let branch = root;
    for (const [at, part] of path.entries()) {
      const key = part === '' ? String(branch.size) : part;
      if (at === path.length - 1) branch.set(key, value);
      else {
        const known = branch.get(key);
        const next: Branch = known instanceof Map ? known : new Map();
        branch.set(key, next);
        branch = next;
      }
    }
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, settle(value)]));
}

type Branch = Map<string, string | Branch>;

/** The parts of `items[0][price]`: items, 0, price. */
function pathOf(name: string): string[] {
  const first = name.indexOf('[');
  if (first <= 0) return [name];
  const rest = [...name.slice(first).matchAll(/\[([^\]]*)\]/g)].map((found) => found[1] ?? '');
  return [name.slice(0, first), ...rest];
}

/** Numbered members are a list, in the order of their numbers. */
function settle(value: string | Branch): FormValue {
  if (typeof value === 'string') return value;
  const names = [...value.keys()];
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name)))
    return [...value].sort(([one], [other]) => Number(one) - Number(other)).map(([, entry]) => settle(entry));
  return Object.fromEntries([...value].map(([name, entry]) => [name, settle(entry)]));
}
