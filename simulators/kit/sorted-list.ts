/** Items in ascending order of their keys. Insertion keeps the order, so no call has to sort. */
export type SortedList<Item> = {
  keys: string[];
  items: Item[];
};

/** Sorts once; `keyOf` must give each item a key of its own. */
export function sortedList<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): SortedList<Item> {
  const keyed = [...items].map((item) => ({ key: keyOf(item), item }));
  keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  return { keys: keyed.map((entry) => entry.key), items: keyed.map((entry) => entry.item) };
}

/** Inserts an item, or replaces the one with the same key. */
export function insertSorted<Item>(list: SortedList<Item>, key: string, item: Item): void {
  const at = countBefore(list.keys, key);
  const known = list.keys[at] === key ? 1 : 0;
  list.keys.splice(at, known, key);
  list.items.splice(at, known, item);
}

/** Removes the item with this key, if there is one. */
export function removeSorted<Item>(list: SortedList<Item>, key: string): void {
  const at = countBefore(list.keys, key);
  if (list.keys[at] !== key) return;
  list.keys.splice(at, 1);
  list.items.splice(at, 1);
}

/** How many keys are smaller than `key`: the index of the first that is not. */
export function countBefore(keys: readonly string[], key: string): number {
  return countWhile(keys, (other) => other < key);
}

/** How many keys are smaller than or equal to `key`: the index of the first that is greater. */
export function countUpTo(keys: readonly string[], key: string): number {
  return countWhile(keys, (other) => other <= key);
}

function countWhile(keys: readonly string[], fits: (key: string) => boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fits(keys[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}
