/**
 * Tells our server which kind of thing a visitor clicked in an embed: one word, no answer, nothing about the visitor.
 * A page whose policy refuses it loses a count and nothing else; nothing is sent before a click.
 */
type EmbedIdentity = {
  readonly code?: string | undefined;
  /** Any address at the server that the embed came from. */
  readonly from?: string | undefined;
};

export function trackClicks(root: ParentNode, { code, from }: EmbedIdentity): void {
  root.querySelectorAll<HTMLAnchorElement>('a,.m>summary').forEach((target) => {
    const kind = target.matches('.wb') ? 'write' : target.href ? 'click' : 'read';
    const tell = (): void => {
      try {
        navigator.sendBeacon(new URL(`/e/${code}/event`, from), kind);
      } catch {
        // Not counted: the click itself must go on.
      }
    };
    target.addEventListener('click', tell, { once: kind === 'read' });
  });
}
