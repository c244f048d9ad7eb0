// What conditions of a parsed statement say about equal terms, and which queries are inside of expressions.
import { resolveColumn } from './relations.mjs';

/** The only kind and value of a node: { SelectStmt: {…} } → ['SelectStmt', {…}]. */
export const kindOf = (node) => Object.entries(node)[0] ?? ['', {}];

/** @returns {string | null} null for an expression that is no column, parameter or constant */
export function termOf(node, level) {
  const [kind, value] = kindOf(node ?? {});
  if (kind === 'TypeCast') return termOf(value.arg, level);
  if (kind === 'ParamRef') return `$${value.number}`;
  if (kind === 'A_Const')
    return value.isnull ? null : `constant ${JSON.stringify({ ...value, location: 0 })}`;
  if (kind !== 'ColumnRef') return null;
  const fields = value.fields.map((field) => field.String?.sval);
  return fields.includes(undefined) ? null : resolveColumn(fields, level);
}

/** Terms of a row, or of one expression. */
export const termsOf = (node, level) => (node?.RowExpr?.args ?? [node]).map((item) => termOf(item, level));

/**
 * Equates what the conditions joined by AND say is equal.
 * @param compared gets, for each query in parentheses that something must be equal to, the terms of that
 */
export function equateConditions(node, level, equal, compared) {
  if (node === undefined) return;
  const [kind, value] = kindOf(node);
  if (kind === 'BoolExpr' && value.boolop === 'AND_EXPR')
    for (const each of value.args) equateConditions(each, level, equal, compared);
  if (kind !== 'A_Expr' || value.kind !== 'AEXPR_OP' || value.name.at(-1).String.sval !== '=') return;
  const [left, right] = [termsOf(value.lexpr, level), termsOf(value.rexpr, level)];
  equal.equateAll(left, right);
  for (const [side, terms] of [
    [value.rexpr, left],
    [value.lexpr, right],
  ])
    if (side?.SubLink?.subLinkType === 'EXPR_SUBLINK') compared.set(side.SubLink, terms);
}

/** Calls `visit` with each SubLink within, but not with those inside of other queries. */
export function visitSubLinks(node, visit) {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'SubLink') {
      visit(value);
      visitSubLinks(value.testexpr, visit);
    } else if (key !== 'SelectStmt') visitSubLinks(value, visit);
  }
}
