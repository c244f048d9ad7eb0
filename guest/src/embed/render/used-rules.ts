/**
 * Removes CSS rules that the markup does not need: an embed without replies sends no rules for them.
 *
 * Parses only our minified sheets: no braces in strings, and only the renderer's classes, which no script adds or
 * removes. Content in parentheses, as in `:not(.x)`, is never a reason to remove a rule.
 */
export function keepUsedRules(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  return filterRules(css, (selector) =>
    [...withoutParentheses(selector).matchAll(/\.([a-z]\w*)/g)].every(([, name = '']) => classes.has(name)),
  );
}

/** Inlines a custom property that the sheet sets once and reads once. */
export function inlineSingleUseProperties(css: string): string {
  let inlined = css;
  for (const [setting, name = '', value = ''] of css.matchAll(/(?<=[{;])(--\w+):([^;{}]*);?/g)) {
    const reading = `var(${name})`;
    const isOnce = (part: string) => inlined.split(part).length === 2;
    if (isOnce(`${name}:`) && isOnce(`var(${name}`) && isOnce(reading))
      inlined = inlined.replace(setting, '').replace(reading, () => value);
  }
  return inlined.replaceAll(';}', '}');
}

function filterRules(css: string, isUsed: (selector: string) => boolean): string {
  let kept = '';
  for (const { head, body } of blocksOf(css)) {
    if (/^@(media|container|supports)/.test(head)) {
      const inner = filterRules(body, isUsed);
      if (inner !== '') kept += `${head}{${inner}}`;
    } else if (head.startsWith('@')) {
      kept += `${head}{${body}}`;
    } else {
      const used = head.split(/,(?![^(]*\))/).filter(isUsed);
      if (used.length > 0) kept += `${used.join()}{${body}}`;
    }
  }
  return kept;
}

function* blocksOf(css: string): Generator<{ head: string; body: string }> {
  let start = 0;
  while (start < css.length) {
    const open = css.indexOf('{', start);
    if (open < 0) return;
    let end = open + 1;
    for (let depth = 1; depth > 0 && end < css.length; end += 1)
      if (css[end] === '{') depth += 1;
      else if (css[end] === '}') depth -= 1;
    yield { head: css.slice(start, open), body: css.slice(open + 1, end - 1) };
    start = end;
  }
}

function withoutParentheses(selector: string): string {
  let text = selector;
  for (let before = ''; before !== text; text = text.replaceAll(/\([^()]*\)/g, '')) before = text;
  return text;
}
