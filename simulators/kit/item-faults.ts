import { type ActiveFault, countOption, type FaultKind, type FaultRegistry } from './fault-registry.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** The ways in which a platform's items can be malformed: members that replace those of the item. */
export type ItemCorruptions = Record<
  string,
  { about: string; patch: (item: JsonObject, fault: ActiveFault) => JsonObject }
>;

/** The faults of these corruptions. Each page has one corrupted item, until the fault ends. */
export function itemFaultKinds(shapes: ItemCorruptions): Record<string, FaultKind> {
  const options = 'index (0) or review, every, patch (members of your own), length (huge-text: 1000000)';
  return Object.fromEntries(
    Object.entries(shapes).map(([name, { about }]) => [
      name,
      { about, options, start: (fault: ActiveFault) => void countOption(fault, 'index', 0) },
    ]),
  );
}

/** The items of a page, corrupted by the active faults. `isNamed` finds the item that a fault names. */
export function corruptItems(
  faults: FaultRegistry,
  place: string,
  items: JsonObject[],
  shapes: ItemCorruptions,
  isNamed: (item: JsonObject, name: string) => boolean,
): JsonObject[] {
  return Object.entries(shapes).reduce((page, [name, { patch }]) => {
    const fault = faults.find(name, place);
    if (!fault) return page;
    const { review, every } = fault.options;
    const index = countOption(fault, 'index', 0);
    const isHit = (item: JsonObject, at: number) =>
      every === true || (typeof review === 'string' ? isNamed(item, review) : at === index);
    if (!page.some(isHit)) return page;
    const own = isJsonObject(fault.options.patch) ? fault.options.patch : null;
    const damaged = page.map((item, at) =>
      isHit(item, at) ? { ...item, ...(own ?? patch(item, fault)) } : item,
    );
    faults.fire(fault);
    return damaged;
  }, items);
}

/** A text of `length` characters, by default a million. */
export function hugeText(fault: ActiveFault): string {
  return 'A very long text. '.repeat(Math.ceil(countOption(fault, 'length', 1_000_000) / 18));
}

/** Every member of an item as null. */
export function allNull(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(item).map((name) => [name, null]));
}
