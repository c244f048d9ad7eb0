import { jsonReply, Refusal } from './reply.ts';

/** A JSON object whose members are not known yet. */
export type Fields = Record<string, unknown>;

/** True for a JSON object (not an array, not null). */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a JSON array; anything that is not an array gives none, and other items are left out. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** A string member, or undefined when it is missing or of another type. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** A finite number member, or undefined. */
export function numberOf(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** `now` with only the members that `changed` names put back to what they were `before`. */
export function membersBack(now: Fields, before: Fields, changed: Fields): Fields {
  const restored = { ...now };
  for (const name of Object.keys(changed)) {
    if (before[name] === undefined) delete restored[name];
    else restored[name] = before[name];
  }
  return restored;
}

/** Ends a control call with 400 and a sentence. */
export function controlFault(message: string): Refusal {
  return new Refusal(jsonReply(400, { error: message }));
}

/** A string member that a control call must have. */
export function needText(fields: Fields, name: string): string {
  const value = textOf(fields, name);
  if (value === undefined || value === '') throw controlFault(`"${name}" must be a text that is not empty`);
  return value;
}

/** A whole number from 0 that a control call must have, or `fallback` when it is missing. */
export function needCount(fields: Fields, name: string, fallback?: number): number {
  if (fields[name] === undefined && fallback !== undefined) return fallback;
  const value = numberOf(fields, name);
  if (value === undefined || !Number.isInteger(value) || value < 0) {
    throw controlFault(`"${name}" must be a whole number from 0`);
  }
  return value;
}

/** An object member that a control call must have. */
export function needFields(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (!isFields(value)) throw controlFault(`"${name}" must be an object`);
  return value;
}
