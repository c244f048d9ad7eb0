/** What the style sheets of a page can reach in an embed whose setting `pageStyles` is on. */

/** Names for `kindling-reviews::part(…)`. The disclosure is in none of them. */
export const embedParts = [
  'header',
  'figure',
  'stars',
  'card',
  'author',
  'name',
  'avatar',
  'facts',
  'text',
  'reply',
  'button',
] as const;
export type EmbedPart = (typeof embedParts)[number];

/** Custom properties that the page sets on the element, or on anything around it. None reaches the disclosure. */
export const embedVariables = {
  accent: '--kindling-accent',
  background: '--kindling-background',
  text: '--kindling-text',
  line: '--kindling-line',
  stars: '--kindling-stars',
  radius: '--kindling-radius',
  font: '--kindling-font',
} as const;
