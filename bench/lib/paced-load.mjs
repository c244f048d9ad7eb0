// Sends requests at an even pace and prints what happened as one line of JSON. Run as a program, so that it can have a processor
// core of its own: `node bench/lib/paced-load.mjs '{"url": …, "rate": 500, "seconds": 5, "headers": {…}}'`.
// A general tool such as autocannon sends each second's requests in bursts, and then measures its own queue.
import { Agent, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

const { url, rate, seconds, headers } = JSON.parse(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const times = [];
const statuses = {};
const total = rate * seconds;
const running = [];
const begun = performance.now();
for (let number = 0; number < total; number += 1) {
  const due = begun + (number * 1000) / rate;
  // A timer may be a millisecond late; this process has nothing else to do than to look at the clock.
  while (performance.now() < due) await turn();
  running.push(send(due));
}
await Promise.all(running);
agent.destroy();
const result = { sent: total, seconds: (performance.now() - begun) / 1000, statuses, times };
process.stdout.write(`${JSON.stringify(result)}\n`);

/** Milliseconds count from the moment at which the request was due, so that waiting for a free connection counts too. */
function send(due) {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers, agent }, (response) => {
      response.on('end', () => {
        times.push(performance.now() - due);
        statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
        resolve();
      });
      response.resume();
    });
    call.once('error', reject).end();
  });
}
