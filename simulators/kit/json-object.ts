import { HttpError, jsonResponse } from './response.ts';

/** A JSON object of unknown shape. */
export type JsonObject = Record<string, unknown>;

/** True for a JSON object (not an array, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a JSON array; empty for anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A string member, or undefined when it is missing or of another type. */
export function stringField(fields: JsonObject, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** A finite number member, or undefined. */
export function numberField(fields: JsonObject, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** `now`, with the members of `changed` restored to their values in `before`. */
export function restoreFields(now: JsonObject, before: JsonObject, changed: JsonObject): JsonObject {
  const restored = { ...now };
  for (const name of Object.keys(changed)) {
    if (before[name] === undefined) delete restored[name];
    else restored[name] = before[name];
  }
  return restored;
}

/** An error that answers a control call with status 400 and a sentence. */
export function controlError(message: string): HttpError {
  return new HttpError(jsonResponse(400, { error: message }));
}

/** A required string. @throws HttpError with status 400 */
export function requireString(fields: JsonObject, name: string): string {
  const value = stringField(fields, name);
  if (value === undefined || value === '') throw controlError(`"${name}" must be a text that is not empty`);
  return value;
}

/** A required whole number from 0, or `fallback` when it is missing. @throws HttpError with status 400 */
export function requireCount(fields: JsonObject, name: string, fallback?: number): number {
  if (fields[name] === undefined && fallback !== undefined) return fallback;
  const value = numberField(fields, name);
  if (value === undefined || !Number.isInteger(value) || value < 0) {
    throw controlError(`"${name}" must be a whole number from 0`);
  }
  return value;
}

/** A required object. @throws HttpError with status 400 */
export function requireObject(fields: JsonObject, name: string): JsonObject {
  const value = fields[name];
  if (!isJsonObject(value)) throw controlError(`"${name}" must be an object`);
  return value;
}
