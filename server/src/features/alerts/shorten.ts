/** At most `max` units of UTF-16, cut at a space where there is one near the end, with an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  // Half of a pair of surrogates is no character.
  return `${space > max / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')}…`;
}
