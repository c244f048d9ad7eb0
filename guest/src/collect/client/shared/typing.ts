/** What visitors type: counted near the limit, and kept in the tab. */
import { field, type Parts } from './page.ts';

/** Characters before the limit at which counting begins. */
const near = 200;

export function countCharacters({ forms }: Parts): void {
  for (const form of forms)
    for (const area of form.querySelectorAll('textarea'))
      area.addEventListener('input', () => {
        const counter = document.getElementById(`${area.id}-count`);
        const { length } = area.value;
        if (counter)
          counter.textContent = length > area.maxLength - near ? `${length} / ${area.maxLength}` : '';
      });
}

const typedFields = 'textarea,input:not([type=hidden],[type=checkbox],[tabindex])';

/** Each text that was typed, by the position of its form and its field. */
export function readTyped({ forms }: Parts): Record<string, string> {
  const typed: Record<string, string> = {};
  forms.forEach((form, index) => {
    for (const input of form.querySelectorAll<HTMLInputElement>(typedFields))
      if (input.value) typed[`${index} ${input.name}`] = input.value;
  });
  return typed;
}

export function writeTyped({ forms }: Parts, typed: Record<string, string>): void {
  for (const [place, value] of Object.entries(typed)) {
    const [index, name = ''] = place.split(' ');
    const form = forms[Number(index)];
    const input = form && /^\w+$/.test(name) ? field(form, name) : null;
    if (input) input.value = value;
  }
}
