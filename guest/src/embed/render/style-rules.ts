/** Puts the style sheet of an embed together from the rules that the build compiled. */

/** A rule as the build compiles it (tools/lib/guest-styles.mjs), minified. */
export type StyleRule = {
  readonly selectors: readonly {
    /** One selector, or a list of those with the same needs. */
    readonly text: string;
    /** The classes without which it matches nothing. */
    readonly needs: readonly string[];
  }[];
  /** The declarations, in braces. */
  readonly body: string;
  /** The conditional group around the rule, for example `@media (hover:none)`. */
  readonly group?: string;
};

export type StyleSheet = {
  readonly text: string;
  /** How often the text uses each custom property. */
  readonly uses: ReadonlyMap<string, number>;
};

/** The classes in the markup of our renderer, each once, in alphabetical order. */
export function classesIn(markup: string): readonly string[] {
  const lists = new Set(Array.from(markup.matchAll(/ class="([^"]*)"/g), ([, list = '']) => list));
  return [...new Set([...lists].flatMap((list) => list.split(' ')))].sort();
}

/**
 * Leaves out selectors that match nothing: an embed without replies sends no rules for them.
 * @param classes in the markup; scripts in the visitor's browser add and remove none
 */
export function rulesFor(classes: readonly string[], rules: readonly StyleRule[]): readonly StyleRule[] {
  const present = new Set(classes);
  return rules.flatMap((rule) => {
    const selectors = rule.selectors.filter(({ needs }) => needs.every((name) => present.has(name)));
    return selectors.length === 0 ? [] : [{ ...rule, selectors }];
  });
}

/** Shorthands with the longer names that they replace too. */
const shorthands: Readonly<Record<string, RegExp>> = {
  background: /^background-/,
  border: /^border-(top|right|bottom|left|inline|block|width|style|color)/,
  margin: /^margin-/,
  padding: /^padding-/,
};

/** Whether a declaration of `later` leaves nothing of one of `earlier`. */
function replaces(later: string, earlier: string): boolean {
  return later === earlier || shorthands[later]?.test(earlier) === true;
}

/**
 * Leaves out declarations that a later rule for the same elements replaces, so that a look costs only what it adds. Their
 * order stays, so the cascade does too.
 */
function dropReplaced(rules: readonly StyleRule[]): readonly StyleRule[] {
  const later = new Map<string, string[]>();
  return rules
    .toReversed()
    .flatMap((rule) => {
      const own = rule.body.slice(1, -1).split(';');
      const keys = rule.selectors.flatMap(({ text }) =>
        text.split(',').map((one) => `${rule.group ?? ''}${one}`),
      );
      const kept = own.filter((declaration) => {
        const name = nameOf(declaration);
        return !keys.every((key) => later.get(key)?.some((one) => replaces(one, name)));
      });
      for (const key of keys) later.set(key, [...(later.get(key) ?? []), ...own.map(nameOf)]);
      return kept.length === 0 ? [] : [{ ...rule, body: `{${kept.join(';')}}` }];
    })
    .toReversed();
}

const nameOf = (declaration: string): string => declaration.slice(0, declaration.indexOf(':'));

/** One text; neighbors in the same group share it. */
export function joinRules(all: readonly StyleRule[]): StyleSheet {
  const rules = dropReplaced(all);
  let text = '';
  let open: string | undefined;
  for (const { selectors, body, group } of rules) {
    if (group !== open) {
      text += (open === undefined ? '' : '}') + (group === undefined ? '' : `${group}{`);
      open = group;
    }
    text += selectors.map((selector) => selector.text).join() + body;
  }
  if (open !== undefined) text += '}';
  const uses = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(/var\((--\w+)/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return { text, uses };
}
