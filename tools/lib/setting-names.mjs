import { readSettings } from '../../server/src/config/settings.ts';

/** Every variable that the server's settings read from the environment. */
export function settingNames() {
  const asked = new Set();
  const values = { KINDLING_SECRET: 'Zk3vX8qLw0TgYb5RnCe7HuJ1sPd9MaFo' };
  const environment = new Proxy(values, {
    get(target, name) {
      asked.add(name);
      return target[name];
    },
  });
  readSettings(environment);
  return asked;
}
