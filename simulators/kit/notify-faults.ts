import { type ActiveFault, countOption, type FaultKind, type FaultRegistry } from './fault-registry.ts';
import { controlError, type JsonObject, stringField } from './json-object.ts';
import type { Message, Outbox } from './outbox.ts';

/** The statuses of the messages that were sent, and why others were not. */
export type NotifyResult = { statuses: number[]; note: JsonObject };

export type Notifier = {
  kinds: Record<string, FaultKind>;
  /** Sends a message about a place, `times` times. `make` builds it, genuine or forged in the named way. */
  notify(place: string, make: (forged: string | null) => Message, times: number): Promise<NotifyResult>;
};

/** Sends through `outbox`. `forgeries` are the ways in which a message can be forged; the first is the default. */
export function createNotifier(
  faults: FaultRegistry,
  outbox: Outbox,
  forgeries: readonly string[],
): Notifier {
  const postAll = async (messages: Message[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const message of messages) statuses.push(await outbox.post(message));
    return statuses;
  };
  return {
    kinds: {
      'notify-dup': {
        about: 'every notification is sent several times',
        options: 'copies (2)',
        start: (fault) => void countOption(fault, 'copies', 2),
      },
      'notify-reorder': {
        about: 'notifications are held back and sent in the reverse order',
        options: 'count (2: sent when so many are held; ending the fault sends what is left)',
        start: (fault) => void countOption(fault, 'count', 2),
        end: async (fault) => ({ statuses: await postAll(heldMessages(fault)) }),
      },
      'notify-lost': { about: 'notifications are not sent' },
      'notify-forged': {
        about: 'notifications are sent as a stranger would send them',
        options: `how: ${forgeries.join(', ')}`,
        start: (fault) => {
          const how = stringField(fault.options, 'how');
          if (how !== undefined && !forgeries.includes(how))
            throw controlError(`"how" must be one of ${forgeries.join(', ')}`);
        },
      },
    },
    async notify(place, make, times) {
      const lost = faults.find('notify-lost', place);
      if (lost) {
        faults.fire(lost);
        return { statuses: [], note: { lost: true } };
      }
      const forged = faults.find('notify-forged', place);
      const how = forged ? (stringField(forged.options, 'how') ?? forgeries[0] ?? null) : null;
      const message = make(how);
      if (forged) faults.fire(forged);
      const dup = faults.find('notify-dup', place);
      const copies = dup ? times * countOption(dup, 'copies', 2) : times;
      if (dup) faults.fire(dup);
      const messages = Array.from({ length: copies }, () => message);
      const note = how === null ? {} : { forged: how };
      const reorder = faults.find('notify-reorder', place);
      if (!reorder) return { statuses: await postAll(messages), note };
      const held = [...messages.toReversed(), ...heldMessages(reorder)];
      if (held.length < countOption(reorder, 'count', 2)) {
        reorder.memory.held = held;
        return { statuses: [], note: { ...note, held: held.length } };
      }
      reorder.memory.held = [];
      faults.fire(reorder);
      return { statuses: await postAll(held), note };
    },
  };
}

/** Held messages, newest first: the order in which they are sent. */
function heldMessages(fault: ActiveFault): Message[] {
  const held: unknown = fault.memory.held;
  return Array.isArray(held) ? held : [];
}
