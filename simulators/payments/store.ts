import type { JsonObject } from '../kit/json-object.ts';
import { isJsonObject, objectsIn } from '../kit/json-object.ts';
import type { Kind, Settings, Tables } from './records.ts';

/** All stored objects. Objects are replaced and never changed in place, so an event keeps what it was made of. */
export interface Store {
  find<K extends Kind>(kind: K, id: string): Tables[K] | null;
  /** All of a kind, oldest first. */
  list<K extends Kind>(kind: K): Tables[K][];
  put<K extends Kind>(kind: K, entry: Tables[K]): Tables[K];
  remove(kind: Kind, id: string): void;
  settings(): Settings;
  clear(): void;
  /** What is written to the file, and read again. */
  dump(): JsonObject;
  load(dumped: JsonObject): void;
}

const startSettings: Settings = {
  id: 'settings',
  afterRetries: 'canceled',
  webhookUrls: [],
  decliningCustomers: {},
};

/** An empty store. `changed` runs after each change. */
export function createStore(changed: () => void): Store {
  const tables = new Map<Kind, Map<string, Tables[Kind]>>();
  const table = <K extends Kind>(kind: K): Map<string, Tables[K]> => {
    const known = tables.get(kind) as Map<string, Tables[K]> | undefined;
    if (known) return known;
    const fresh = new Map<string, Tables[K]>();
    tables.set(kind, fresh as Map<string, Tables[Kind]>);
    return fresh;
  };
  return {
    find: (kind, id) => table(kind).get(id) ?? null,
    list: (kind) => [...table(kind).values()],
    put(kind, entry) {
      table(kind).set(entry.id, entry);
      changed();
      return entry;
    },
    remove(kind, id) {
      if (table(kind).delete(id)) changed();
    },
    settings: () => table('settings').get('settings') ?? startSettings,
    clear() {
      tables.clear();
      changed();
    },
    dump: () => Object.fromEntries([...tables].map(([kind, entries]) => [kind, [...entries.values()]])),
    load(dumped) {
      tables.clear();
      for (const [kind, entries] of Object.entries(dumped)) {
        // The file is written by this program only; what is in it has the types of the tables.
        const known = objectsIn(entries).filter(isJsonObject) as unknown as Tables[Kind][];
        tables.set(kind as Kind, new Map(known.map((entry) => [entry.id, entry])));
      }
    },
  };
}
