import type { FaultKind, FaultRegistry } from './fault-registry.ts';
import { controlError, stringField } from './json-object.ts';
import type { Delivery, HttpResponse } from './response.ts';

const lossDeliveries: Record<string, Delivery> = {
  never: { way: 'never' },
  reset: { way: 'reset' },
  cut: { way: 'cut' },
};

/** Faults of replies that the app writes. Replies written elsewhere are in content-faults.ts. */
export const replyFaultKinds: Record<string, FaultKind> = {
  'reply-rejected': {
    about: 'the next reply is taken and then rejected (Facebook: refused with code 368)',
    options: 'policyViolation (OFF_TOPIC), delaySeconds (0)',
    times: 1,
  },
  'reply-timeout-but-applied': {
    about: 'the next reply is stored, but its answer never comes',
    options: 'as: "never" (the usual), "reset" or "cut"',
    times: 1,
    start: ({ options }) => {
      const as = stringField(options, 'as') ?? 'never';
      if (!Object.hasOwn(lossDeliveries, as)) throw controlError('"as" must be never, reset or cut');
    },
  },
};

/** The response to a stored reply, which is lost on its way while `reply-timeout-but-applied` is on. */
export function withLostResponse(
  faults: FaultRegistry,
  place: string,
  reply: HttpResponse,
  name: string,
): HttpResponse {
  const fault = faults.find('reply-timeout-but-applied', place);
  if (!fault) return reply;
  faults.fire(fault, [name]);
  const delivery = lossDeliveries[stringField(fault.options, 'as') ?? 'never'];
  return delivery ? { ...reply, delivery } : reply;
}
