/**
 * Fields and surfaces that have keys of their own. A checkbox has none, and a dialog may say that it takes part. A button with an
 * open list names it with `aria-controls`, and has `aria-expanded` only where it is a combobox.
 */
const ownKeys =
  'input:not([type="checkbox"]), textarea, select, [role="dialog"]:not([data-page-keys]), [role="menu"], [role="listbox"], [aria-haspopup="listbox"]:is([aria-expanded="true"], [aria-controls])';

/** True when the key was typed into a field, or while a dialog or menu has the focus. */
export function shortcutsDisabled(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(ownKeys) !== null;
}
