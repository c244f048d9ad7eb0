// Compiles the style sheets of embeds with lightningcss: short names, minified, and each rule with the classes that it
// needs, so that nothing parses a style sheet when an embed is rendered.
import { readFileSync } from 'node:fs';
import { Features, transform } from 'lightningcss';
import { camelCase, shortClasses, shortProperties, styleConstants } from '../../guest/src/style-names.ts';

/** The oldest browsers with container queries and `:has`; older ones show the rules that they know. */
const targets = { chrome: 111 << 16, edge: 111 << 16, firefox: 121 << 16, safari: (16 << 16) | (4 << 8) };
/** The sheets write the prefixes that are needed. */
const exclude = Features.VendorPrefixes;
/** A style rule may stand in one of these; every other rule is refused. */
const groups = new Set(['media', 'container', 'supports']);

/**
 * The source of a module for a `*.embed.css` file: its rules (`StyleRule` of guest/src/embed/render/style-rules.ts) by
 * default. Throws for a class or custom property that guest/src/style-names.ts does not list.
 */
export function compileStyles(path) {
  const code = readFileSync(path);
  const rules = needsOf(path, code).map((needs, index) => {
    const keys = needs.map((classes) => classes.join());
    const printed = [...new Set(keys)].map((key) => ({
      ...printRule(path, code, { index, isWanted: (selector) => keys[selector] === key }),
      needs: needs[keys.indexOf(key)],
    }));
    const [{ body, group }] = printed;
    return { selectors: printed.map(({ text, needs }) => ({ text, needs })), body, group };
  });
  return `export default ${JSON.stringify(rules)};`;
}

/** An esbuild plugin: compiled style sheets, and the short names in place of the constants. */
export const guestStyles = {
  name: 'kindling-guest-styles',
  setup(build) {
    build.initialOptions.define = { ...build.initialOptions.define, ...styleConstants };
    build.onLoad({ filter: /\.embed\.css$/ }, ({ path }) => ({
      contents: compileStyles(path),
      loader: 'js',
    }));
  },
};

/** For each style rule in the order of the sheet: the classes that each of its selectors needs. */
function needsOf(filename, code) {
  const needs = [];
  const refuse = (type) => {
    throw new Error(`${filename} has a rule that this build does not compile: ${type}.`);
  };
  const Rule = ({ type, value }) => {
    if (groups.has(type)) {
      for (const inner of value.rules) if (inner.type !== 'style') refuse(`${inner.type} in ${type}`);
    } else if (type !== 'style') refuse(type);
    else if (value.rules.length > 0) refuse('nested style');
    else needs.push(value.selectors.map(classesOf));
  };
  transform({ filename, code, visitor: { Rule } });
  return needs;
}

function classesOf(selector) {
  const names = selector.filter(({ type }) => type === 'class').map(({ name }) => shortClass(name));
  return [...new Set(names)];
}

/**
 * The wanted selectors of one style rule, minified, with short names, and its group. Each rule is printed alone, because
 * lightningcss merges neighbors, and a browser that does not know one selector of a list drops the whole list.
 */
function printRule(filename, code, { index, isWanted }) {
  let rule = -1;
  let selector = -1;
  const visitor = {
    Rule: { media: enter, container: enter, supports: enter, style },
    Selector(components) {
      selector += 1;
      return isWanted(selector) ? rename(components) : [];
    },
    DashedIdent: (name) => shortOf(shortProperties, name.slice('--'.length)),
  };
  const printed = transform({ filename, code, minify: true, targets, exclude, visitor }).code.toString();
  const parts = /^(?:(?<group>@[^{]+)\{)?(?<text>[^{}]+)(?<body>\{[^{}]*\})\}?$/.exec(printed)?.groups;
  // lightningcss compiles light-dark() to properties that it expects to be defined elsewhere.
  if (parts === undefined || printed.includes('--lightningcss-'))
    throw new Error(`${filename} has a rule that this build does not compile: ${printed}`);
  const { group, text, body } = parts;
  return { group, text, body };

  /** Leaves out other groups as a whole, because lightningcss prints empty ones. */
  function enter({ value }) {
    const first = rule + 1;
    if (first <= index && index < first + value.rules.length) return undefined;
    rule += value.rules.length;
    return [];
  }

  function style() {
    rule += 1;
    return rule === index ? undefined : [];
  }
}

/** With the selectors inside of others: `:not(.row)`. */
function rename(node) {
  if (Array.isArray(node)) return node.map(rename);
  if (node === null || typeof node !== 'object') return node;
  if (node.type === 'class') return { ...node, name: shortClass(node.name) };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rename(value)]));
}

const shortClass = (name) => shortOf(shortClasses, name);

function shortOf(names, name) {
  const short = names[camelCase(name)];
  if (short === undefined) throw new Error(`guest/src/style-names.ts does not list "${name}".`);
  return short;
}
