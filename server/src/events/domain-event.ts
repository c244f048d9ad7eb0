import type { z } from 'zod';
import { closedObject } from '../lib/closed-object.ts';

/** An event that a slice publishes, with the schema of the details that it stores. */
export interface EventDefinition<Name extends string = string, Data extends z.ZodObject = z.ZodObject> {
  name: Name;
  data: Data;
}

/** An event to be stored, in the transaction of the change itself. */
export interface NewEvent {
  definition: EventDefinition;
  /** The row that changed: a review, a connection, an account, a membership. */
  subjectId: string;
  /** The location that the subject belongs to, for members who see certain locations only. */
  locationId?: string | null;
  data: Readonly<Record<string, unknown>>;
}

/** An event as a subscriber gets it. */
export interface DomainEvent {
  name: string;
  accountId: string;
  /** Rises by one within an account, and stays the same when the event is delivered again. */
  position: number;
  subjectId: string;
  locationId: string | null;
  data: Readonly<Record<string, unknown>>;
  occurredAt: Date;
}

/**
 * Declares an event. Events are kept for 30 days, longer than the content of a disconnected platform may be, so their
 * details hold ids, closed words, names of fields, numbers, times and truth values only.
 * @throws TypeError for a schema that would let free text in.
 */
export function defineEvent<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
): EventDefinition<Name, z.ZodObject<Shape, z.core.$strict>> {
  return { name, data: closedObject(`The event ${name}`, shape) };
}

/** Pairs a definition with what happened; the compiler checks the details against the definition. */
export function event<Data extends z.ZodObject>(
  definition: EventDefinition<string, Data>,
  subject: { subjectId: string; locationId?: string | null },
  data: z.input<Data>,
): NewEvent {
  return { definition, ...subject, data };
}

/** The details of a delivered event when it is one of `definition`, or null. */
export function dataOf<Data extends z.ZodObject>(
  delivered: DomainEvent,
  definition: EventDefinition<string, Data>,
): z.output<Data> | null {
  return delivered.name === definition.name ? definition.data.parse(delivered.data) : null;
}
