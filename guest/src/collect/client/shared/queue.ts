/** Sends forms in order, and keeps what cannot be sent yet. */
import { type Entry, post, type Renewal, type Result, renew } from './forms.ts';
import { firstPause, nextPause, ripen } from './pauses.ts';
import { readQueue, writeQueue } from './storage.ts';

/** What became of an entry, or where it waits. */
export type Progress =
  | Exclude<Result, { kind: 'again' | 'expired' }>
  | { kind: 'waiting'; network: boolean; kept: boolean };

export type Queue = {
  readonly add: (entry: Entry) => void;
  readonly flush: () => void;
  readonly clear: () => void;
};

type Options = {
  /** Whether the device may keep entries. A tablet at the counter may not, and drops what cannot be sent at once. */
  readonly keeps: boolean;
  /** Completes the body right before it is sent. */
  readonly prepare: (entry: Entry) => Promise<string>;
  readonly report: (entry: Entry, progress: Progress) => void;
  readonly renewed: (entry: Entry, renewal: Renewal) => Promise<string>;
};

const same = (one: Entry, other: Entry) => one.key === other.key && one.step === other.step;

export function startQueue({ keeps, prepare, report, renewed }: Options): Queue {
  /** What the device does not keep. */
  let loose: Entry[] = [];
  let sending = false;
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stored = () => (keeps ? readQueue() : []);
  const all = () => [...stored(), ...loose];
  const isKept = (entry: Entry) => stored().some((one) => same(one, entry));

  /** Not when a newer rating has replaced it, or another tab has sent it. */
  const isWaiting = (entry: Entry) => all().some((one) => same(one, entry) && one.body === entry.body);

  const put = (entry: Entry): void => {
    loose = loose.filter((one) => !same(one, entry));
    const list = stored();
    const index = list.findIndex((one) => same(one, entry));
    const next = index < 0 ? [...list, entry] : list.map((one, at) => (at === index ? entry : one));
    if (!keeps || !writeQueue(next)) loose.push(entry);
  };

  /** Not when it was replaced while it was sent. */
  const remove = (entry: Entry): void => {
    const others = (list: Entry[]) => list.filter((one) => !same(one, entry) || one.body !== entry.body);
    loose = others(loose);
    if (keeps) writeQueue(others(stored()));
  };

  const later = (seconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(flush, seconds * 1000);
  };

  /** What may follow. Within a visit the order counts; without a network nothing can be sent. */
  async function sendOne(entry: Entry): Promise<'next' | 'other-visits' | 'nothing'> {
    let result = await post({ ...entry, body: await prepare(entry) });
    if (result.kind === 'expired') {
      const renewal = await renew(entry.path);
      if (renewal) {
        const [body] = await Promise.all([renewed(entry, renewal), ripen()]);
        if (keeps && !isWaiting(entry)) return 'next';
        const fresh = { ...entry, body };
        remove(entry);
        put(fresh);
        entry = fresh;
        result = await post(fresh);
      }
    }
    if (result.kind === 'again' || result.kind === 'expired') {
      const network = result.kind === 'again' ? result.network : true;
      report(entry, { kind: 'waiting', network, kept: isKept(entry) });
      if (!keeps) {
        loose = [];
        return 'nothing';
      }
      later(Math.max(pause, result.kind === 'again' ? result.seconds : 0));
      pause = nextPause(pause);
      return network ? 'nothing' : 'other-visits';
    }
    pause = firstPause;
    remove(entry);
    report(entry, result);
    return 'next';
  }

  async function sendAll(): Promise<void> {
    const waiting = new Set<string>();
    const next = () => all().find(({ key }) => !waiting.has(key));
    for (let entry = next(); entry; entry = next()) {
      const after = await sendOne(entry);
      if (after === 'nothing') return;
      if (after === 'other-visits') waiting.add(entry.key);
    }
  }

  function flush(): void {
    if (sending) return;
    clearTimeout(timer);
    sending = true;
    void sendAll().finally(() => {
      sending = false;
    });
  }

  return {
    add: (entry) => {
      put(entry);
      flush();
    },
    flush,
    clear: () => {
      loose = [];
      clearTimeout(timer);
    },
  };
}
