/** pg-boss reports failures of its workers as plain copies, which loggers do not take for errors. */
export function toQueueError(reported: unknown): unknown {
  if (reported instanceof Error || typeof reported !== 'object' || reported === null) return reported;
  if (!('message' in reported)) return reported;
  return Object.assign(new Error(String(reported.message)), reported);
}
