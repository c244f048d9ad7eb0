import { expect, it } from 'vitest';
import { withoutSent } from './use-section-form.ts';

it('what was typed while the save was under way stays unsaved, the rest is stored', () => {
  const sent = { firstName: 'Ada', lastName: 'Berg', news: true };
  expect(withoutSent({ firstName: 'Ada', lastName: 'Berg-Lind', news: true }, sent)).toEqual({
    lastName: 'Berg-Lind',
  });
  expect(withoutSent({ firstName: 'Ada' }, sent)).toEqual({});
  expect(withoutSent({ news: false }, sent)).toEqual({ news: false });
});
