import { existsSync, readFileSync } from 'node:fs';
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

/** Measures how many cores other programs use. `pids` are our processes besides this one. */
export function measureForeignLoad(pids) {
  if (!existsSync('/proc/stat')) return () => null;
  const ours = [process.pid, ...pids];
  const mine = () => ours.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
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
