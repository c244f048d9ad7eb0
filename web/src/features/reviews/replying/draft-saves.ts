/** The last save of a draft per review, while it runs. It is state of the module, because a composer may unmount before. */
const saves = new Map<string, Promise<void>>();

/** Saves one at a time, so that an older text never arrives after a newer one. */
export function enqueueDraftSave(id: string, save: () => Promise<void>): Promise<void> {
  const next = pendingDraftSaves(id)
    .then(save)
    .finally(() => {
      if (saves.get(id) === next) saves.delete(id);
    });
  saves.set(id, next);
  return next;
}

/** Resolves when no save of this review is in flight. */
export function pendingDraftSaves(id: string): Promise<void> {
  return (saves.get(id) ?? Promise.resolve()).catch(() => undefined);
}

export function isSavingDraft(id: string): boolean {
  return saves.has(id);
}
