import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** What counts as quiet: this part of a core, over this many milliseconds. */
const QUIET_CORES = 0.1;
const QUIET_SPAN_MS = 15_000;

/** The kernel counts processor time in hundredths of a second (USER_HZ) on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process and its finished children have used; 0 when it has ended. */
export function cpuSecondsOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; what follows it is regular.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [own, system, children, childrenSystem] = fields.slice(11, 15).map(Number);
    return (own + system + children + childrenSystem) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** The processes that run below these ones, and these: a browser renders its pages in processes of their own. */
function withDescendants(pids) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const found = new Set(pids);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of parents) if (found.has(parent)) found.add(pid);
  }
  return found;
}

/**
 * Lets other programs go before these and what they start: a person's browser does not share its processors with the server.
 * Linux only; their priority cannot be raised again.
 */
export function lowerPriority(pids) {
  if (!existsSync('/proc')) return;
  for (const pid of withDescendants(pids)) {
    // Each thread has a priority of its own.
    for (const thread of readdirSync(`/proc/${pid}/task`))
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    // Where the system shares processors between sessions first, that of a thread counts within its session only.
    const session = `/proc/${pid}/autogroup`;
    if (existsSync(session)) writeFileSync(session, String(constants.priority.PRIORITY_LOW));
  }
}

function parentOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Measures how many cores other programs use. `pids` are our processes besides this one; what they start is ours too. */
export function measureForeignLoad(pids) {
  if (!existsSync('/proc/stat')) return () => null;
  const mine = () =>
    [...withDescendants([process.pid, ...pids])].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const begun = { at: performance.now(), busy: busySeconds(), mine: mine() };
  return () => {
    const seconds = (performance.now() - begun.at) / 1000;
    const foreign = busySeconds() - begun.busy - (mine() - begun.mine);
    return Math.max(0, foreign / seconds);
  };
}

/** Waits until other programs use little of the processors, or for `limitMs` at most. */
export async function waitForQuiet(pids, limitMs) {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const foreign = measureForeignLoad(pids);
    await wait(QUIET_SPAN_MS);
    if ((foreign() ?? 0) < QUIET_CORES) return;
  }
}

function busySeconds() {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
}
