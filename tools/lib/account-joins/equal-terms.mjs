// Which columns and parameters of a statement are equal, as its conditions say.

/** Classes of equal terms. A term is a text: `3.account_id` for a column of the third relation, or `$1`. */
export class EqualTerms {
  #parents;

  constructor(parents = new Map()) {
    this.#parents = parents;
  }

  /** For conditions that hold in a part of the statement only. */
  copy() {
    return new EqualTerms(new Map(this.#parents));
  }

  equate(one, other) {
    if (one === null || other === null) return;
    this.#parents.set(this.#find(one), this.#find(other));
  }

  /** Each with the one at its place; those without one stay as they are. */
  equateAll(terms, others) {
    for (const [at, term] of terms.entries()) this.equate(term, others[at] ?? null);
  }

  areEqual(one, other) {
    return this.#find(one) === this.#find(other);
  }

  #find(term) {
    let root = term;
    while (this.#parents.has(root) && this.#parents.get(root) !== root) root = this.#parents.get(root);
    return root;
  }
}
