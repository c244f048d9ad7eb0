/** Tiles that open a review below their row: the review gets the focus, and returns it on Escape. */
export function watchTiles(root: ParentNode): void {
  const reviews = root.querySelectorAll<HTMLElement>(`.${classNames.mosaic}>article`);
  root.querySelectorAll<HTMLDetailsElement>(`.${classNames.tile}`).forEach((tile, index) => {
    // In the order of the tiles.
    const review = reviews[index];
    if (!review) return;
    review.tabIndex = -1;
    tile.ontoggle = () => {
      if (tile.open) review.focus();
    };
    tile.onkeydown = review.onkeydown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !tile.open) return;
      tile.open = false;
      tile.querySelector('summary')?.focus();
    };
  });
}
