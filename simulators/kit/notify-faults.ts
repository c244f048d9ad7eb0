import { type ActiveFault, countOption, type FaultKind, type FaultRegistry } from './fault-registry.ts';
import { controlError, type JsonObject, stringField } from './json-object.ts';
import type { Message, Outbox } from './outbox.ts';

/** What became of a message: the statuses of what was sent, or why nothing was. */
export type NotifyResult = { statuses: number[]; note: JsonObject };

export type Notifier = {
  kinds: Record<string, FaultKind>;
  /** Sends a message about a place, `times` times. `make` builds it true, or forged in the way named. */
  notify(place: string, make: (forged: string | null) => Message, times: number): Promise<NotifyResult>;
};

/** Sends through `outbox`. `forgeries` are the ways in which a message can be false; the first is the usual one. */
export function createNotifier(board: FaultRegistry, outbox: Outbox, forgeries: readonly string[]): Notifier {
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
      const lost = board.find('notify-lost', place);
      if (lost) {
        board.fire(lost);
        return { statuses: [], note: { lost: true } };
      }
      const forged = board.find('notify-forged', place);
      const how = forged ? (stringField(forged.options, 'how') ?? forgeries[0] ?? null) : null;
      const message = make(how);
      if (forged) board.fire(forged);
      const dup = board.find('notify-dup', place);
      const copies = dup ? times * countOption(dup, 'copies', 2) : times;
      if (dup) board.fire(dup);
      const messages = Array.from({ length: copies }, () => message);
      const note = how === null ? {} : { forged: how };
      const reorder = board.find('notify-reorder', place);
      if (!reorder) return { statuses: await postAll(messages), note };
      const held = [...messages.toReversed(), ...heldMessages(reorder)];
      if (held.length < countOption(reorder, 'count', 2)) {
        reorder.memory.held = held;
        return { statuses: [], note: { ...note, held: held.length } };
      }
      reorder.memory.held = [];
      board.fire(reorder);
      return { statuses: await postAll(held), note };
    },
  };
}

/** Newest first, which is the order they are sent in. */
function heldMessages(fault: ActiveFault): Message[] {
  const held: unknown = fault.memory.held;
  return Array.isArray(held) ? held : [];
}
