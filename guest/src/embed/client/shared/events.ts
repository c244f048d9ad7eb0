/**
 * Sends our server the kind of each click in an embed: one word, no response, nothing about the visitor. A page whose
 * policy forbids it loses a count and nothing else. Nothing is sent before a click.
 */
type ClickSource = {
  readonly code?: string | undefined;
  /** Any address on the server of the embed. */
  readonly from?: string | undefined;
};

export function trackClicks(root: ParentNode, { code, from }: ClickSource): void {
  root.querySelectorAll<HTMLAnchorElement>(`a,.${classNames.readMore}>summary`).forEach((target) => {
    const kind = target.matches(`.${classNames.writeLink}`) ? 'write' : target.href ? 'click' : 'read';
    const tell = (): void => {
      try {
        navigator.sendBeacon(new URL(`/e/${code}/event`, from), kind);
      } catch {
        // Lose the count: the click itself must work.
      }
    };
    target.addEventListener('click', tell, { once: kind === 'read' });
  });
}
