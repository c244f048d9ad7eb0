import { z } from 'zod';

/** Method and path of a route as the contract declares it, with `{name}` in place of every value. */
export const declaredRoute = z.stringFormat(
  'route',
  /^[A-Z]{3,6} (?:\/(?:[a-z-]{1,40}|\{[A-Za-z]{1,20}\})){1,8}$/,
);

/**
 * A strict object without free text: its members are ids, closed words, numbers, times, truth values, or lists of them.
 * For rows that outlive what they tell of.
 * @param what begins the message of the error
 * @throws TypeError for a schema that would let free text in.
 */
export function closedObject<Shape extends z.ZodRawShape>(
  what: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  for (const [field, schema] of Object.entries(shape))
    if (!isClosed(schema)) throw new TypeError(`${what} must not hold free text: ${field}.`);
  return z.strictObject(shape);
}

const closedTypes: readonly string[] = ['enum', 'literal', 'number', 'int', 'boolean'];
const closedFormats: readonly string[] = ['uuid', 'guid', 'date', 'datetime', 'route'];

function isClosed(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (closedTypes.includes(def.type)) return true;
  if (schema instanceof z.core.$ZodStringFormat) return closedFormats.includes(schema._zod.def.format);
  if (schema instanceof z.core.$ZodArray) return isClosed(schema._zod.def.element);
  if (schema instanceof z.core.$ZodNullable || schema instanceof z.core.$ZodOptional)
    return isClosed(schema._zod.def.innerType);
  return false;
}
