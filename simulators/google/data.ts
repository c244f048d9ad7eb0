import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, objectsIn, stringField } from '../kit/json-object.ts';
import { withPhoto } from './photos.ts';

/** A person who can sign in on the consent page, and the accounts this person may use. */
export type Person = { sub: string; email: string; name: string; accounts: string[] };

/** The content of google.json: resources in the format of the three APIs, keyed by resource name. */
export type GoogleData = {
  people: Person[];
  accounts: JsonObject[];
  /** Locations by account name (`accounts/1`), each named `locations/2`. */
  locations: Map<string, JsonObject[]>;
  /** Reviews by `accounts/1/locations/2`. */
  reviews: Map<string, JsonObject[]>;
};

/** Reads `folder`/google.json. @throws Error naming the file when it is missing or invalid */
export function loadGoogleData(folder: string): GoogleData {
  const file = join(folder, 'google.json');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `${file} cannot be read as JSON (${error instanceof Error ? error.message : 'unknown'}).`,
    );
  }
  const data = readGoogleData(value, file);
  // The checked-in data has no pictures: this simulator draws them.
  for (const [place, reviews] of data.reviews) data.reviews.set(place, reviews.map(withPhoto));
  return data;
}

/** Checks the outer shape of google.json; the resources are served unchecked. */
export function readGoogleData(value: unknown, source: string): GoogleData {
  if (!isJsonObject(value) || !Array.isArray(value.accounts)) {
    throw new Error(`${source} must be an object with "accounts", "locations" and "reviews".`);
  }
  const accounts = objectsIn(value.accounts);
  const names = accounts.map((account) => stringField(account, 'name') ?? '');
  if (names.some((name) => !/^accounts\/[\w-]+$/.test(name))) {
    throw new Error(`${source}: every account needs a "name" like "accounts/123".`);
  }
  const people = objectsIn(value.users).map((user) => readPerson(user, names));
  return {
    people: people.length > 0 ? people : [readPerson({}, names)],
    accounts,
    locations: readLists(value.locations),
    reviews: readLists(value.reviews),
  };
}

function readPerson(user: JsonObject, allAccounts: string[]): Person {
  return {
    sub: stringField(user, 'sub') ?? '100000000000000000001',
    email: stringField(user, 'email') ?? 'owner@example.com',
    name: stringField(user, 'name') ?? 'Shop Owner',
    accounts: Array.isArray(user.accounts) ? user.accounts.map(String) : allAccounts,
  };
}

function readLists(value: unknown): Map<string, JsonObject[]> {
  const lists = new Map<string, JsonObject[]>();
  if (isJsonObject(value)) for (const [name, list] of Object.entries(value)) lists.set(name, objectsIn(list));
  return lists;
}
