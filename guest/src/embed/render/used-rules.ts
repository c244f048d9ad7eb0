/**
 * Leaves out the rules of a style sheet that nothing in the markup needs: an embed without replies sends none of theirs.
 *
 * Reads minified sheets of ours and no others: braces stand in no string, and classes are the renderer's own, which no
 * script adds or takes away. What stands in parentheses, as in `:not(.x)`, is never a reason to leave a rule out.
 */
export function keepUsedRules(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  return filterRules(css, (selector) =>
    [...withoutParentheses(selector).matchAll(/\.([a-z]\w*)/g)].every(([, name = '']) => classes.has(name)),
  );
}

/** Writes the value of a custom property in its place where the whole sheet sets it once and reads it once. */
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
