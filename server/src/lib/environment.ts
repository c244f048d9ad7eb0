/** Environment variables with their schemas, read by `config` and described by the manifests of connectors. */
import { z } from 'zod';
import { isGuessable } from './secret-strength.ts';

export interface EnvironmentVariable<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  /** Ends the sentence "NAME: expected …" of a problem. */
  expects: string;
}
export type EnvironmentVariables = Readonly<Record<string, EnvironmentVariable>>;
export type EnvironmentValues<Variables extends EnvironmentVariables> = {
  [Name in keyof Variables]: z.output<Variables[Name]['schema']>;
};
export type Environment = Readonly<Record<string, string | undefined>>;

export const envText = z.string().trim().min(1);
export const envWebUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
/** An empty value counts as unset. */
export const envOptional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
/** @param bits of entropy that a guessing attacker must face */
export const envSecret = (length: number, bits: number) =>
  z
    .string()
    .min(length)
    .refine((value) => !isGuessable(value, bits));

/** Parses each variable. Where `problems` is not empty, the values of the variables that it names are missing. */
export function readVariables<Variables extends EnvironmentVariables>(
  variables: Variables,
  environment: Environment,
): { values: EnvironmentValues<Variables>; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, expects }] of Object.entries(variables)) {
    const result = schema.safeParse(environment[name]);
    if (result.success) values[name] = result.data;
    else problems.push(`${name}: expected ${expects}.`);
  }
  return { values: values as EnvironmentValues<Variables>, problems };
}
