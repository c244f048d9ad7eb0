// The relations of one level of a query, and which term of EqualTerms a column reference means. Without the catalog: of a
// table only the column of the account is known, and a reference that could mean several relations means none.

/**
 * @typedef {{ table: string, kind: 'distributed' | 'local', term: string }} Source a table whose rows a query reads or
 *   writes, with the term of its account
 * @typedef {{ name: string, sources: Source[], has(column: string): boolean | undefined, termOf(column: string): string | null }} Relation
 * @typedef {{ relations: Relation[], parent: Level | null }} Level
 */

/** Numbers relations over the whole statement. */
export function createNumbers() {
  let last = 0;
  return () => String(++last);
}

/** @param kind the place of the table, see `findJoins` */
export function tableRelation(number, name, table, kind) {
  const account = table === 'public.accounts' ? 'id' : 'account_id';
  const isSpread = kind === 'distributed';
  return {
    name,
    sources: sourcesOf(kind, table, `${number}.${account}`),
    has: (column) =>
      isSpread && (column === account || column === 'account_id') ? column === account : undefined,
    termOf: (column) => `${number}.${column}`,
  };
}

function sourcesOf(kind, table, term) {
  if (kind === 'reference') return [];
  return [kind === 'own' ? { table, kind: 'distributed', term: '$0' } : { table, kind, term }];
}

/** What a function or a list of values returns: no table. @param columns empty when they are not known */
export function valuesRelation(number, name, columns) {
  return {
    name,
    sources: [],
    has: (column) => (columns.length === 0 ? undefined : columns.includes(column)),
    termOf: (column) => `${number}.${column}`,
  };
}

/**
 * A query in FROM, or a reference to one in WITH.
 * @param result of the query: { outputs: { name, term }[], stars: Relation[], sources }
 * @param names of its columns, where they are renamed
 */
export function queryRelation(name, { outputs, stars, sources }, names = []) {
  const renamed = outputs.map((output, at) => ({ ...output, name: names[at] ?? output.name }));
  const find = (column) => renamed.find((output) => output.name === column);
  return {
    name,
    sources,
    has(column) {
      if (find(column) !== undefined) return true;
      return stars.length === 0 ? false : stars.map((star) => star.has(column)).find((has) => has !== false);
    },
    termOf: (column) => find(column)?.term ?? among(stars, column),
  };
}

/** The term of an unqualified column of one level; null when that is not certain. */
function among(relations, column) {
  const sure = relations.filter((relation) => relation.has(column) === true);
  if (sure.length === 1) return sure[0].termOf(column);
  const possible = relations.filter((relation) => relation.has(column) !== false);
  return sure.length === 0 && possible.length === 1 ? possible[0].termOf(column) : null;
}

/** @param fields of a ColumnRef: [column], or [..., relation, column] */
export function resolveColumn(fields, level) {
  const [column, name] = fields.toReversed();
  for (let each = level; each !== null; each = each.parent) {
    if (name !== undefined) {
      const named = each.relations.find((relation) => relation.name === name);
      if (named !== undefined) return named.termOf(column);
    } else if (each.relations.some((relation) => relation.has(column) !== false))
      return among(each.relations, column);
  }
  return null;
}
