/**
 * The same database, whose queries go through `observe(text, run)`: it calls `run()` once and returns its promise.
 */
export function observeQueries(db, observe) {
  const connect = async () => {
    const client = await db.pool.connect();
    return replacing(client, 'query', (...query) =>
      observe(typeof query[0] === 'string' ? query[0] : query[0].text, () => client.query(...query)),
    );
  };
  return { ...db, pool: replacing(db.pool, 'connect', connect) };
}

/** The object with another function of this name; all others stay functions of the object itself. */
function replacing(object, replaced, replacement) {
  return new Proxy(object, {
    get(target, name) {
      if (name === replaced) return replacement;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
