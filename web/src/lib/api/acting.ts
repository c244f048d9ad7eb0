/**
 * The acting session that the calls of this tab name: an administrator acts as a member. The server issued it and decides
 * about it; the user record says which one it is.
 */
let current: string | null = null;
let askToConfirm: (() => Promise<boolean>) | null = null;

export function currentActing(): string | null {
  return current;
}

/** Sets the acting session of this tab; null for a person who acts as nobody. */
export function setCurrentActing(id: string | null): void {
  current = id;
}

/** Sets who asks the administrator before an act that must be confirmed. @returns a function that takes it back */
export function setConfirmer(ask: () => Promise<boolean>): () => void {
  askToConfirm = ask;
  return () => {
    if (askToConfirm === ask) askToConfirm = null;
  };
}

/** Asks the administrator to confirm an act in the name of the member; false while nobody can ask. */
export async function confirmActing(): Promise<boolean> {
  return askToConfirm === null ? false : askToConfirm();
}
