/** For tests only: where texts may stand in the input of a route, also in fields that an example leaves out. */
import type { z } from 'zod';

/** A step into a list is the number of the item, one into a record the name `en`. */
export type FieldPath = readonly (string | number)[];

interface SchemaDef {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  valueType?: z.core.$ZodType;
}

export function stringFields(schema: z.core.$ZodType): FieldPath[] {
  const def = schema._zod.def as SchemaDef;
  const below = (step: string | number, inner: z.core.$ZodType): FieldPath[] =>
    stringFields(inner).map((path) => [step, ...path]);
  if (def.type === 'string') return [[]];
  if (def.shape !== undefined) return Object.entries(def.shape).flatMap(([key, inner]) => below(key, inner));
  if (def.element !== undefined) return below(0, def.element);
  if (def.valueType !== undefined) return below('en', def.valueType);
  const inner = def.options ?? [def.innerType ?? def.in].filter((one) => one !== undefined);
  return inner.flatMap(stringFields);
}

/** A copy with `value` at the path; lists and objects on the way are made where there are none. */
export function withField(input: unknown, path: FieldPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') return [withField((input as unknown[] | undefined)?.[0], rest, value)];
  const before = (typeof input === 'object' ? input : null) as Record<string, unknown> | null;
  return { ...before, [step]: withField(before?.[step], rest, value) };
}
