/** Hides "read more" where the text fits, now and whenever the width changes. Runs before the next paint. */
export function watchFolds(root: ParentNode): () => void {
  const texts = root.querySelectorAll('.c');
  const check = (): void => {
    texts.forEach((text) => {
      const fold = text.nextElementSibling as HTMLDetailsElement;
      // No height is no knowledge: the text is inside something that is closed.
      if (text.clientHeight && !fold.open) fold.hidden = text.scrollHeight <= text.clientHeight + 1;
    });
  };
  // The texts, not what holds them: hiding a button must not wake the observer again, or it complains to the page.
  const observer = new ResizeObserver(check);
  for (const text of texts) observer.observe(text);
  check();
  return () => observer.disconnect();
}
