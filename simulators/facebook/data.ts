import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, objectsIn, stringField } from '../kit/json-object.ts';

/** A person who can log in, and the pages on which this person has a task. */
export type Person = { id: string; name: string; email: string; pages: string[] };

/** The content of facebook.json: pages in the format of the Graph API, each with its `ratings`. */
export type FacebookData = { people: Person[]; pages: JsonObject[]; ratings: Map<string, JsonObject[]> };

/** Reads `folder`/facebook.json. @throws Error naming the file when it is missing or invalid */
export function loadFacebookData(folder: string): FacebookData {
  const file = join(folder, 'facebook.json');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `${file} cannot be read as JSON (${error instanceof Error ? error.message : 'unknown'}).`,
    );
  }
  return readFacebookData(value, file);
}

/** Checks the outer shape of facebook.json; pages and ratings are served unchecked. */
export function readFacebookData(value: unknown, source: string): FacebookData {
  if (!isJsonObject(value) || !Array.isArray(value.pages)) {
    throw new Error(`${source} must be an object with "pages".`);
  }
  const ratings = new Map<string, JsonObject[]>();
  const pages = objectsIn(value.pages).map((page) => {
    const { ratings: list, ...rest } = page;
    const id = stringField(page, 'id');
    if (!id || !/^\d+$/.test(id)) throw new Error(`${source}: every page needs an "id" of digits.`);
    ratings.set(id, isJsonObject(list) ? objectsIn(list.data) : objectsIn(list));
    return rest;
  });
  const ids = [...ratings.keys()];
  const people = objectsIn(value.users).map((user) => readPerson(user, ids));
  return { people: people.length > 0 ? people : [readPerson({}, ids)], pages, ratings };
}

function readPerson(user: JsonObject, allPages: string[]): Person {
  return {
    id: stringField(user, 'id') ?? '10158842217730611',
    name: stringField(user, 'name') ?? 'Shop Owner',
    email: stringField(user, 'email') ?? 'owner@example.com',
    pages: Array.isArray(user.pages) ? user.pages.map(String) : allPages,
  };
}
