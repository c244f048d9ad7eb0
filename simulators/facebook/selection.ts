import type { Call } from '../kit/call.ts';
import { isJsonObject, type JsonObject } from '../kit/json-object.ts';
import { graphError } from './errors.ts';

/** The requested fields, each with its requested inner fields; null means the default inner fields. */
export type Selection = Map<string, Selection | null>;

/** The fields of the parameter `fields`, else the default ones. Refuses unknown fields with code 100. */
export function selectionOf(call: Call, usual: string[], known: readonly string[], type: string): Selection {
  const text = call.query.get('fields');
  if (text === null || text === '') return new Map(usual.map((name) => [name, null]));
  const selection = parseSelection(text);
  checkSelection(selection, known, type);
  return selection;
}

/** Reads `a,b{c,d.limit(3){e}}`. Refuses other syntax with code 2500. */
function parseSelection(text: string): Selection {
  const reader = { text: text.replace(/\s/g, ''), at: 0 };
  const selection = readList(reader);
  if (reader.at < reader.text.length) throw syntaxError(reader.at);
  return selection;
}

type Reader = { text: string; at: number };

function readList(reader: Reader): Selection {
  const selection: Selection = new Map();
  for (;;) {
    const match = /^([a-z_]+)((?:\.[a-z_]+\([^)]*\))*)/.exec(reader.text.slice(reader.at));
    if (!match?.[1]) throw syntaxError(reader.at);
    reader.at += match[0].length;
    let inner: Selection | null = null;
    if (reader.text[reader.at] === '{') {
      reader.at += 1;
      inner = readList(reader);
      if (reader.text[reader.at] !== '}') throw syntaxError(reader.at);
      reader.at += 1;
    }
    selection.set(match[1], inner);
    if (reader.text[reader.at] !== ',') return selection;
    reader.at += 1;
  }
}

function syntaxError(at: number) {
  return graphError(2500, `Syntax error "Expected a field" at character ${at}`);
}

/** Refuses with code 100 a field that the node does not have. */
function checkSelection(selection: Selection, known: readonly string[], type: string): void {
  for (const name of selection.keys()) {
    if (!known.includes(name)) {
      throw graphError(100, `(#100) Tried accessing nonexisting field (${name}) on node type (${type})`);
    }
  }
}

/** The selected members of a value, always with its `id`; lists item by item. */
export function select(value: JsonObject, selection: Selection): JsonObject {
  const shown: JsonObject = {};
  for (const [name, inner] of selection) {
    if (value[name] !== undefined) shown[name] = inner ? selectInner(value[name], inner) : value[name];
  }
  if (value.id !== undefined) shown.id = value.id;
  return shown;
}

function selectInner(value: unknown, inner: Selection): unknown {
  if (!isJsonObject(value)) return value;
  if (Array.isArray(value.data)) {
    return {
      ...value,
      data: value.data.map((item: unknown) => (isJsonObject(item) ? select(item, inner) : item)),
    };
  }
  return select(value, inner);
}
