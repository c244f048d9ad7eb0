/**
 * Notifications about changed rows. The triggers of migrations 0025, 0035, 0059 and 0085 send a topic and a key, the account's id in
 * most cases.
 */
import type { Database } from './client.ts';

export type ChangeTopic = 'sync' | 'imports' | 'snapshots' | 'sign-ins' | 'events' | 'pages' | 'maintenance';

export interface ChangeNotifications {
  /**
   * Calls `onChange` after each commit that changed something of the topic. The key is the id of the account; for
   * `snapshots` it is the code of the embed, and for `sign-ins` it can also be the id of the user or the hash of an ended
   * session; for `maintenance` it is empty. The key is null when notifications may have been missed, so that anything may
   * have changed.
   * @returns a function that unsubscribes
   */
  subscribe(topic: ChangeTopic, onChange: (key: string | null) => void): () => void;
  close(): Promise<void>;
}

const channel = 'kindling';

/** @throws Error when the database delivers no notifications. */
export async function openChangeNotifications(db: Pick<Database, 'listen'>): Promise<ChangeNotifications> {
  const listeners = new Map<string, Set<(key: string | null) => void>>();
  const notifyListeners = (topic: string, key: string | null): void => {
    for (const onChange of [...(listeners.get(topic) ?? [])]) onChange(key);
  };
  const subscription = await db.listen(
    channel,
    (payload) => {
      const [topic = '', key = ''] = payload.split(' ');
      notifyListeners(topic, key);
    },
    () => {
      for (const topic of listeners.keys()) notifyListeners(topic, null);
    },
  );
  return {
    subscribe(topic, onChange) {
      const present = listeners.get(topic) ?? new Set();
      listeners.set(topic, present.add(onChange));
      return () => void present.delete(onChange);
    },
    close: () => subscription.close(),
  };
}
