// Finds in a statement the joins of tables that would be spread by account (server/src/db/distribution.ts) where the
// accounts of both rows need not be the same, and joins of such a table with one that stays on the coordinator. A join is
// whatever lets rows of one table depend on rows of another one: FROM, JOIN, USING, subqueries, WITH, INSERT … SELECT.
import { loadModule, parseSync } from 'libpg-query';
import { EqualTerms } from './equal-terms.mjs';
import { equateConditions, kindOf, termOf, termsOf, visitSubLinks } from './expressions.mjs';
import { createNumbers, queryRelation, tableRelation, valuesRelation } from './relations.mjs';

await loadModule();

/**
 * @param place of a table by its `schema.name`: distributed, reference or local; own for a view of the rows of one account
 * @param same pairs of numbers of parameters with the same value; 0 stands for the account of the transaction
 * @returns {string[]} the tables of such joins, in the order of the alphabet
 * @throws Error for a text that PostgreSQL does not understand, and for a kind of statement that is not known here
 */
export function findJoins(text, place, same = []) {
  const joined = new Set();
  for (const { stmt } of parseSync(text).stmts) {
    const equal = new EqualTerms();
    for (const [one, other] of same) equal.equate(`$${one}`, `$${other}`);
    const statement = { place, next: createNumbers(), joined };
    const query = queryOf(stmt);
    if (query !== null) readQuery(query, { statement, level: null, equal, queries: new Map(), around: [] });
  }
  return [...joined].sort();
}

/** The statement that reads or writes rows; null for one of another kind. */
function queryOf(node) {
  const [kind, value] = kindOf(node);
  if (kind in READERS) return node;
  if (kind === 'MergeStmt') throw new Error('MERGE is not known to the check of joins');
  return value.query === undefined ? null : queryOf(value.query);
}

const READERS = {
  SelectStmt: readSelect,
  InsertStmt: readInsert,
  UpdateStmt: readChange,
  DeleteStmt: readChange,
};

/**
 * @param context { statement, level: the level around, equal, queries: of WITH by name, around: sources that its rows are
 *   compared with }
 * @returns {{ outputs: { name: string, term: string | null }[], stars: Relation[], sources: Source[] }}
 */
function readQuery(node, context) {
  const [kind, value] = kindOf(node);
  const queries = new Map(context.queries);
  const inside = { ...context, queries };
  const own = (value.withClause?.ctes ?? []).map(({ CommonTableExpr: each }) => {
    const entry = { ...each, inside, isRecursive: value.withClause.recursive === true, isRead: false };
    queries.set(each.ctename, entry);
    return entry;
  });
  const result = READERS[kind](value, inside);
  for (const entry of own) if (!entry.isRead) readQuery(entry.ctequery, { ...entry.inside, around: [] });
  return result;
}

function readSelect(select, context) {
  if (select.op !== undefined && select.op !== 'SETOP_NONE')
    return readUnion([select.larg, select.rarg], context);
  const level = openLevel(context);
  const { fromClause = [], withClause: _, ...rest } = select;
  const conditions = fromClause.flatMap((item) => readFrom(item, level, context));
  const sources = checkLevel(level, [...conditions, select.whereClause], [rest, conditions], context);
  return { ...outputsOf(select.targetList ?? [], level), sources };
}

/** UPDATE and DELETE. */
function readChange(change, context) {
  const level = openLevel(context);
  level.relations.push(readTable(change.relation, context));
  const { fromClause, usingClause, withClause: _, ...rest } = change;
  const others = fromClause ?? usingClause ?? [];
  const conditions = others.flatMap((item) => readFrom(item, level, context));
  const sources = checkLevel(level, [...conditions, change.whereClause], [rest, conditions], context);
  return { ...outputsOf(change.returningList ?? change.returningClause?.exprs ?? [], level), sources };
}

/** Copying between a table of accounts and one of the coordinator is no join. */
function readInsert(insert, context) {
  const { statement, equal } = context;
  const target = readTable(insert.relation, context);
  const level = openLevel(context);
  level.relations.push(target, { ...target, name: 'excluded', sources: [] });
  const spread = target.sources.filter(({ kind }) => kind === 'distributed');
  const { SelectStmt: select } = insert.selectStmt ?? {};
  const targets = (insert.cols ?? []).map(({ ResTarget }) => target.termOf(ResTarget.name));
  if (select?.valuesLists?.length === 1)
    equal.equateAll(
      targets,
      select.valuesLists[0].List.items.map((item) => termOf(item, level)),
    );
  if (select?.valuesLists === undefined && select !== undefined) {
    const { outputs, sources } = readQuery(insert.selectStmt, { ...context, around: [] });
    equal.equateAll(
      targets,
      outputs.map(({ term }) => term),
    );
    checkTogether([...spread, ...sources.filter(({ kind }) => kind === 'distributed')], equal, statement);
  }
  const { onConflictClause, returningList, returningClause } = insert;
  const expressions = [select?.valuesLists, onConflictClause, returningList, returningClause];
  equateConditions(onConflictClause?.whereClause, level, equal, new Map());
  readSubLinks(expressions, level, new Map(), { ...context, around: spread });
  return { ...outputsOf(returningList ?? returningClause?.exprs ?? [], level), sources: target.sources };
}

/**
 * Rows of the branches are not joined. Whoever joins the union must do so by the column where each branch has its account.
 */
function readUnion(branches, context) {
  const { statement, equal } = context;
  const results = branches
    .map((branch) => readQuery({ SelectStmt: branch }, context))
    .map((result) => ({ ...result, outputs: withStars(result) }));
  const number = statement.next();
  const outputs = results[0].outputs.map(({ name, term }, at) => {
    const terms = results.map((result) => result.outputs[at]?.term ?? null);
    const isSame = terms.every((each) => each !== null && term !== null && equal.areEqual(each, term));
    return { name, term: isSame ? term : `${number}.${at}` };
  });
  const hasAccountAt = (at) =>
    results.every(({ sources, outputs: own }) =>
      spreadOf(sources).every(({ term }) => own[at]?.term && equal.areEqual(term, own[at].term)),
    );
  const all = results.flatMap(({ sources }) => sources);
  const at = outputs.findIndex((_, index) => hasAccountAt(index));
  const [first] = spreadOf(all);
  const isOne = spreadOf(all).every(({ term }) => equal.areEqual(term, first.term));
  const term = at >= 0 ? outputs[at].term : `${number}.account`;
  const sources = isOne
    ? all
    : all.map((source) => (source.kind === 'distributed' ? { ...source, term } : source));
  return { outputs, stars: [], sources };
}

/** Of the columns that a star stands for, only that of the account is known. */
function withStars({ outputs, stars }) {
  if (stars.length === 0) return outputs;
  const star = queryRelation('', { outputs: [], stars, sources: [] });
  return [...outputs, { name: 'account_id', term: star.termOf('account_id') }];
}

const spreadOf = (sources) => sources.filter(({ kind }) => kind === 'distributed');
const openLevel = ({ level }) => ({ relations: [], parent: level });

/** Adds the relations of an item of FROM to the level. @returns the conditions of its joins and the arguments of its functions */
function readFrom(item, level, context) {
  const [kind, value] = kindOf(item);
  if (kind === 'RangeVar') level.relations.push(readTable(value, context));
  else if (kind === 'RangeTableSample') return readFrom(value.relation, level, context);
  else if (kind === 'RangeSubselect') {
    const around = value.lateral ? level : level.parent;
    const result = readQuery(value.subquery, { ...context, level: around, around: [] });
    level.relations.push(queryRelation(value.alias?.aliasname ?? '', result, namesOf(value.alias?.colnames)));
  } else if (kind === 'RangeFunction') {
    const name = value.alias?.aliasname ?? '';
    const columns = namesOf(value.alias?.colnames ?? value.coldeflist);
    level.relations.push(valuesRelation(context.statement.next(), name, columns));
    return [{ arguments: value.functions }];
  } else if (kind === 'JoinExpr') {
    const left = readFrom(value.larg, level, context);
    const from = level.relations.length;
    const right = readFrom(value.rarg, level, context);
    for (const name of namesOf(value.usingClause)) {
      const side = (relations) =>
        relations.find((relation) => relation.has(name) !== false)?.termOf(name) ?? null;
      context.equal.equate(side(level.relations.slice(0, from)), side(level.relations.slice(from)));
    }
    return [...left, ...right, ...(value.quals === undefined ? [] : [value.quals])];
  } else throw new Error(`${kind} is not known to the check of joins`);
  return [];
}

const namesOf = (list = []) => list.map((node) => node.String?.sval ?? node.ColumnDef?.colname);

/** A table, or a query of WITH with this name: each reference reads it for itself. */
function readTable({ schemaname, relname, alias }, { statement, queries, equal }) {
  const name = alias?.aliasname ?? relname;
  const entry = schemaname === undefined ? queries.get(relname) : undefined;
  if (entry === undefined) {
    const table = `${schemaname ?? (relname.startsWith('pg_') ? 'pg_catalog' : 'public')}.${relname}`;
    return tableRelation(statement.next(), name, table, statement.place(table));
  }
  entry.isRead = true;
  if (entry.fixed !== undefined) return { ...entry.fixed, name };
  const names = namesOf(entry.aliascolnames);
  const result = entry.isRecursive
    ? readRecursive(entry, equal)
    : readQuery(entry.ctequery, { ...entry.inside, equal, around: [] });
  return queryRelation(name, result, names);
}

/** The part that repeats reads what the first part found, so both keep their account in the same column. */
function readRecursive(entry, equal) {
  const { inside, ctequery, ctename } = entry;
  const { SelectStmt: union } = ctequery;
  if (union?.op !== 'SETOP_UNION') return readQuery(ctequery, { ...inside, equal, around: [] });
  const first = readQuery({ SelectStmt: union.larg }, { ...inside, equal, around: [] });
  const fixed = queryRelation(ctename, first, namesOf(entry.aliascolnames));
  const queries = new Map(inside.queries).set(ctename, { ...entry, fixed });
  return readUnion([union.larg, union.rarg], { ...inside, equal, queries, around: [] });
}

/** Checks one level after its conditions, then the queries within its expressions. @returns the sources of the level */
function checkLevel(level, conditions, expressions, context) {
  const { equal, statement } = context;
  const compared = new Map();
  for (const condition of conditions) equateConditions(condition, level, equal, compared);
  const own = level.relations.flatMap(({ sources }) => sources);
  checkTogether(own, equal, statement);
  if (own.length > 0) {
    readSubLinks(expressions, level, compared, { ...context, around: own });
    return own;
  }
  const inner = readSubLinks(expressions, level, compared, context);
  // Queries about the same rows, such as people; without FROM they are only beside each other.
  if (level.relations.length > 0) checkTogether(inner, equal, statement);
  return inner;
}

/** @returns the sources of all queries within the expressions */
function readSubLinks(expressions, level, compared, context) {
  const found = [];
  visitSubLinks(expressions, (link) => {
    // Without tables around, those of the query are compared further out, where its conditions must still be known.
    const equal = context.around.length > 0 ? context.equal.copy() : context.equal;
    const { outputs, sources } = readQuery(link.subselect, { ...context, level, equal });
    const terms = isIn(link) ? termsOf(link.testexpr, level) : (compared.get(link) ?? []);
    equal.equateAll(
      terms,
      outputs.map(({ term }) => term),
    );
    if (sources.length > 0) checkTogether([...context.around, ...sources], equal, context.statement);
    found.push(...sources);
  });
  return found;
}

/** IN and `= any`, also after NOT. */
function isIn({ subLinkType, operName = [] }) {
  return subLinkType === 'ANY_SUBLINK' && operName.every(({ String: name }) => name.sval === '=');
}

function checkTogether(sources, equal, { joined }) {
  const spread = spreadOf(sources);
  if (spread.length === 0) return;
  const isTogether =
    spread.length === sources.length && spread.every(({ term }) => equal.areEqual(term, spread[0].term));
  if (!isTogether) for (const { table } of sources) joined.add(table);
}

function outputsOf(targets, level) {
  const outputs = [];
  const stars = [];
  for (const { ResTarget: target } of targets) {
    const fields = target.val.ColumnRef?.fields ?? [];
    if (fields.at(-1)?.A_Star !== undefined) {
      const name = fields.at(-2)?.String.sval;
      stars.push(...level.relations.filter((relation) => name === undefined || relation.name === name));
    } else
      outputs.push({
        name: target.name ?? fields.at(-1)?.String?.sval ?? '',
        term: termOf(target.val, level),
      });
  }
  return { outputs, stars };
}
