/// <reference path="../../css.d.ts" />
/**
 * The style sheet of a collection page. Trust rule (SEC-02): by schema, the look is enums and hex colors; nothing else of
 * the account reaches this text.
 */
import type { PipelineSettings } from '@kindling/contract/pipeline-settings';
import { classesIn, joinRules, rulesFor } from '../../embed/render/style-rules.ts';
import articleRules from './article.embed.css';
import formRules from './form.embed.css';
import pageRules from './page.embed.css';
import { brandColor, type PageTheme, pageColors } from './palette.ts';

type Look = PipelineSettings['look'];

/** Fonts that devices have: the page loads none. */
const fonts: Record<Look['font'], string> = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  serif: 'ui-serif,"New York",Charter,Georgia,"Times New Roman",serif',
  rounded: 'ui-rounded,"SF Pro Rounded","Arial Rounded MT Bold",Nunito,Quicksand,system-ui,sans-serif',
};

const allRules = [...pageRules, ...formRules, ...articleRules];

/** The sheets of the last pages: choosing rules takes longer than joining the values. */
const sheets = new Map<string, string>();
const mostSheets = 200;

/** @param markup of the body, whose unneeded rules are left out */
export function pageCss(
  look: Look,
  { color, large }: { readonly color: string | null; readonly large: boolean },
  markup: string,
): string {
  const brand = brandColor(look, { color });
  const colors = (theme: PageTheme) =>
    pageColors(look, brand, theme)
      .map((color) => color.join(':'))
      .join(';');
  const scheme = look.theme === 'auto' ? 'light dark' : look.theme;
  const first = colors(look.theme === 'dark' ? 'dark' : 'light');
  const night = look.theme === 'auto' ? `@media(prefers-color-scheme:dark){:root{${colors('dark')}}}` : '';
  const size = large ? 'font-size:125%;' : '';
  return `:root{${size}color-scheme:${scheme};font-family:${fonts[look.font]};${first}}${night}${sheetFor(markup)}`;
}

function sheetFor(markup: string): string {
  const classes = classesIn(markup);
  const key = classes.join(' ');
  const known = sheets.get(key);
  if (known !== undefined) return known;
  const { text } = joinRules(rulesFor(classes, allRules));
  if (sheets.size >= mostSheets) sheets.clear();
  sheets.set(key, text);
  return text;
}
