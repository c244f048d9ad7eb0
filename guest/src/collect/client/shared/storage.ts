/** The queue on the visitor's device: bounded, and read as carefully as any input. */
import type { Entry } from './forms.ts';

const name = 'kindling.queue';
const most = 20;
/** In UTF-16 units of the stored text. */
const longest = 64 * 1024;

const isEntry = (value: unknown): value is Entry => {
  const { path, key, step, body } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    /^\/(?![/\\])/.test(path) &&
    typeof key === 'string' &&
    typeof step === 'string' &&
    typeof body === 'string'
  );
};

/** Empty where the device stores nothing. */
export function readQueue(): Entry[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(list) ? list.filter(isEntry).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Whether the device keeps these entries now; what was kept before stays when they are too many. */
export function writeQueue(list: readonly Entry[]): boolean {
  const text = JSON.stringify(list);
  if (list.length > most || text.length > longest) return false;
  try {
    if (list.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
