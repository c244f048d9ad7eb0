/** A field or button whose list is open. A button of Mantine's lists has `aria-controls` then, and no `aria-expanded`. */
export const openList = '[aria-haspopup="listbox"]:is([aria-expanded="true"], [aria-controls])';

/** Fields and surfaces that have keys of their own. A checkbox has none, and a dialog may say that it takes part. */
const ownKeys = `input:not([type="checkbox"]), textarea, select, [role="dialog"]:not([data-page-keys]), [role="menu"], [role="listbox"], [aria-haspopup="menu"][aria-expanded="true"], ${openList}`;

/** True when the key was typed into a field, or while a dialog or menu has the focus. */
export function shortcutsDisabled(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(ownKeys) !== null;
}
