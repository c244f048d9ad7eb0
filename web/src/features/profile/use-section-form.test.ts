import { expect, it } from 'vitest';
import { withoutSent } from './use-section-form.ts';

it('changes typed while saving stay unsaved, the others are saved', () => {
  const sent = { firstName: 'Ada', lastName: 'Berg', news: true };
  expect(withoutSent({ firstName: 'Ada', lastName: 'Berg-Lind', news: true }, sent)).toEqual({
    lastName: 'Berg-Lind',
  });
  expect(withoutSent({ firstName: 'Ada' }, sent)).toEqual({});
  expect(withoutSent({ news: false }, sent)).toEqual({ news: false });
});
