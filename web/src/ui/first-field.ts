const firstField =
  ':is(input:not([type="hidden"], [type="radio"]), input[type="radio"]:checked, select, textarea):enabled';

/**
 * For the `ref` of the content of a dialog: the focus begins in the first field. Without a mark it would begin on the button in the
 * header.
 */
export function markFirstField(content: HTMLElement | null): void {
  if (content?.querySelector('[data-autofocus]') === null)
    content.querySelector(firstField)?.setAttribute('data-autofocus', '');
}
