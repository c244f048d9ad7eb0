/**
 * Counts what a person does on the pages of a context: each press of the mouse or a finger, and each different field that
 * gets a value. Counted by the pages themselves, so that a test cannot forget one.
 */
import type { BrowserContext } from '@playwright/test';

export interface Effort {
  clicks: number;
  fields: number;
}

/** @param mailbox origin of the local mailbox, whose own navigation is not counted: only the press of a link that leaves it is */
export async function countEffort(context: BrowserContext, mailbox: string): Promise<() => Effort> {
  let clicks = 0;
  const fields = new Set<string>();
  await context.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await context.exposeBinding('countField', (_source, name: string) => {
    fields.add(name);
  });
  await context.addInitScript(watchPage, new URL(mailbox).origin);
  return () => ({ clicks, fields: fields.size });
}

interface Counters {
  countClick(): void;
  countField(name: string): void;
}

/** Runs in each page. */
function watchPage(mailbox: string): void {
  const counters = globalThis as unknown as Counters;
  addEventListener(
    'pointerdown',
    ({ target, isTrusted }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const isOwnMail = location.origin === mailbox && (link === null || link.origin === mailbox);
      if (isTrusted && !isOwnMail) counters.countClick();
    },
    true,
  );
  addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      if (target.type === 'checkbox' || target.type === 'radio') return;
      counters.countField(`${location.pathname} ${target.name || target.id}`);
    },
    true,
  );
}
