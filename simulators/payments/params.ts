import { invalidRequest } from './errors.ts';
import type { FormValue } from './form.ts';

/**
 * What an endpoint accepts: a kind of value for each parameter, a list of it, nested members, or a choice. `map` is
 * metadata, `range` a number or limits like `created[gte]`.
 */
export type Spec = Kind | Choice<string> | readonly [Spec] | { readonly [name: string]: Spec };
export type ObjectSpec = { readonly [name: string]: Spec };
type Kind = 'text' | 'int' | 'amount' | 'bool' | 'map' | 'range' | 'decimal';

/** One of several words. */
export class Choice<T extends string> {
  readonly words: readonly T[];

  constructor(words: readonly T[]) {
    this.words = words;
  }
}

/** A parameter that must be one of these words. */
export function oneOf<const T extends string>(...words: T[]): Choice<T> {
  return new Choice(words);
}

export interface Range {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

/** The values of a spec. Null is a parameter that was sent empty, which removes a value. */
export type Input<S> = S extends 'text'
  ? string | null
  : S extends 'int' | 'amount' | 'decimal'
    ? number | null
    : S extends 'bool'
      ? boolean | null
      : S extends 'map'
        ? Record<string, string> | null
        : S extends 'range'
          ? Range | null
          : S extends Choice<infer T>
            ? T | null
            : S extends readonly [infer One]
              ? Present<Input<One>>[] | null
              : { [Name in keyof S]?: Input<S[Name]> | undefined };
type Present<T> = Exclude<T, null>;

/** Reads the parameters of a call. @throws HttpError with status 400 for an unknown parameter or a wrong value */
export function readParams<S extends ObjectSpec>(
  spec: S,
  form: { [name: string]: FormValue },
): Exclude<Input<S>, null> {
  return readObject(spec, form, '') as Exclude<Input<S>, null>;
}

function readObject(spec: ObjectSpec, form: { [name: string]: FormValue }, path: string): object {
  const unknown = Object.keys(form).filter((name) => !Object.hasOwn(spec, name));
  if (unknown.length > 0) throw unknownParameters(unknown.map((name) => nameIn(path, name)));
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    const kind = spec[name];
    if (kind !== undefined) read[name] = readValue(kind, value, nameIn(path, name));
  }
  return read;
}

function unknownParameters(names: string[]) {
  const [first = ''] = names;
  const message =
    names.length === 1
      ? `Received unknown parameter: ${first}`
      : `Received unknown parameters: ${names.join(', ')}`;
  return invalidRequest(message, { code: 'parameter_unknown', param: first });
}

function nameIn(path: string, name: string): string {
  return path === '' ? name : `${path}[${name}]`;
}

function readValue(spec: Spec, value: FormValue, path: string): unknown {
  if (value === '') return null;
  if (spec instanceof Choice) return readChoice(spec, textOf(value, path), path);
  if (typeof spec === 'string') return readScalar(spec, value, path);
  if (isListSpec(spec)) {
    if (!Array.isArray(value)) throw invalidRequest(`Invalid array`, { param: path });
    const entries = value.map((entry, at) => readValue(spec[0], entry, `${path}[${at}]`));
    return entries.filter((entry) => entry !== null);
  }
  if (typeof value === 'string' || Array.isArray(value))
    throw invalidRequest('Invalid object', { param: path });
  return readObject(spec, value, path);
}

function isListSpec(spec: Spec): spec is readonly [Spec] {
  return Array.isArray(spec);
}

function readChoice(spec: Choice<string>, word: string, path: string): string {
  if (spec.words.includes(word)) return word;
  throw invalidRequest(`Invalid ${path}: must be one of ${spec.words.join(', ')}`, { param: path });
}

function readScalar(kind: Kind, value: FormValue, path: string): unknown {
  switch (kind) {
    case 'text':
      return textOf(value, path);
    case 'bool':
      return readBoolean(textOf(value, path), path);
    case 'int':
    case 'amount':
      return readInteger(textOf(value, path), path);
    case 'decimal':
      return readDecimal(textOf(value, path), path);
    case 'map':
      return readMap(value, path);
    case 'range':
      return typeof value === 'string'
        ? { gte: readInteger(value, path), lte: readInteger(value, path) }
        : readValue({ gt: 'int', gte: 'int', lt: 'int', lte: 'int' }, value, path);
  }
}

function textOf(value: FormValue, path: string): string {
  if (typeof value !== 'string') throw invalidRequest('Invalid string: {…}', { param: path });
  if (value.length > 5000)
    throw invalidRequest('Invalid string: must be at most 5000 characters', { param: path });
  return value;
}

function readBoolean(text: string, path: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidRequest(`Invalid boolean: ${text}`, { param: path });
}

function readInteger(text: string, path: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw invalidRequest(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: path });
}

function readDecimal(text: string, path: string): number {
  if (/^-?\d{1,12}(?:\.\d{1,12})?$/.test(text)) return Number(text);
  throw invalidRequest(`Invalid decimal: ${text}`, { param: path });
}

function readMap(value: FormValue, path: string): Record<string, string> {
  if (typeof value === 'string' || Array.isArray(value))
    throw invalidRequest('Invalid object', { param: path });
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, textOf(entry, `${path}[${name}]`)]),
  );
}

/** Metadata after a change: an empty value removes the key, and empty metadata removes all of them. */
export function changedMetadata(
  before: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return before;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
}

/** The parameters of a list. */
export const paging = { limit: 'int', starting_after: 'text', ending_before: 'text' } as const;
