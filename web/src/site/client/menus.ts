/** Adds to the menus what markup alone cannot do: arrow keys, and a footer menu that closes by itself. */

export function enhanceMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('.panel')) moveByArrows(menu);
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.foot-language'))
    closeOnEscapeOrOutsideClick(menu);
}

/** Down on the button opens the menu and focuses its first link; up, down, Home and End move inside. */
function moveByArrows(menu: HTMLElement): void {
  const opener = document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
  const links = [...menu.querySelectorAll('a')];
  opener?.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    // Clicks the button, so that the browser links the menu to it.
    if (!menu.matches(':popover-open')) opener.click();
    links[0]?.focus();
  });
  menu.addEventListener('keydown', (event) => {
    const at = links.findIndex((link) => link.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) opener?.focus();
    else links[to]?.focus();
  });
}

function closeOnEscapeOrOutsideClick(menu: HTMLDetailsElement): void {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
}
