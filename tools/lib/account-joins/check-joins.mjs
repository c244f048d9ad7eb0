// Compares the joins of recorded statements with those that are known to concern several accounts.
import { findJoins } from './find-joins.mjs';

/**
 * @param {{ scope: string, origin: string, text: string, same: number[][] }[]} recorded by
 *   server/src/testing/record-statements.ts
 * @param {{ file: string, tables: string[], reason: string }[]} known joins, tables by `schema.name`
 * @param place see `findJoins`
 * @param isWhole whether all tests ran, so that each known join occurred
 * @returns {{ statements: number, faults: string[] }} how many different statements were checked
 */
export function checkJoins(recorded, { known, place, isWhole }) {
  const seen = new Map(known.map((entry) => [entry, new Set()]));
  const unlisted = new Map();
  const statements = new Map(recorded.map((each) => [`${each.origin} ${each.text}`, each]));
  for (const { scope, origin, text, same } of statements.values()) {
    const tables = joinsOf(text, place, same);
    const entry = known.find(
      ({ file, tables: listed }) => file === origin && tables.every((table) => listed.includes(table)),
    );
    if (entry !== undefined) for (const table of tables) seen.get(entry).add(table);
    else if (tables.length > 0) {
      const join = `${origin || 'An unknown file'} (${scope}) joins ${tables.join(', ')}`;
      unlisted.set(join, [...(unlisted.get(join) ?? []), text.trim()]);
    }
  }
  const gone = [...seen].flatMap(([{ file, tables }, occurred]) =>
    tables
      .filter((table) => isWhole && !occurred.has(table))
      .map((table) => `${file} no longer joins ${table} over accounts: correct the list`),
  );
  return { statements: statements.size, faults: [...[...unlisted].map(describeJoin), ...gone] };
}

function joinsOf(text, place, same) {
  try {
    return findJoins(text, place, same);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}:\n${text}`);
  }
}

/** With the shortest one of its statements, because many differ in a filter only. */
function describeJoin([join, texts]) {
  const [shortest] = texts.toSorted((one, other) => one.length - other.length);
  return `${join} without the same account, or with a table of the coordinator, in ${texts.length} statements such as:\n${shortest}`;
}
