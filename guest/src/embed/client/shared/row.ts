/** Shows the buttons of a row of cards while there is something to scroll to, and lets them scroll it. */
export function watchRow(root: ParentNode): void {
  const row = root.querySelector('.l');
  if (!row) return;
  const buttons = root.querySelectorAll('button');
  const check = (): void => {
    const room = row.scrollWidth - row.clientWidth;
    const left = row.scrollLeft;
    buttons.forEach((button) => {
      button.hidden = room < 2;
      // Not `disabled`, which would take the focus away from whoever has just pressed it.
      button.setAttribute('aria-disabled', `${+button.value > 0 ? left > room - 2 : left < 2}`);
    });
  };
  buttons.forEach((button) => {
    button.onclick = () => row.scrollBy({ left: +button.value * row.clientWidth * 0.9 });
  });
  row.addEventListener('scroll', check, { passive: true });
  if (self.ResizeObserver) new ResizeObserver(check).observe(row);
  check();
}
