import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api/problem.ts';
import { mergeSaved, rejectedFieldErrors } from './section-values.ts';

it('changes typed while saving stay unsaved, the others are saved', () => {
  const sent = { firstName: ' Ada', lastName: 'Berg', news: true };
  const saved = { ...sent, firstName: 'Ada' };
  expect(mergeSaved({ ...sent, lastName: 'Berg-Lind' }, sent, saved)).toEqual({
    firstName: 'Ada',
    lastName: 'Berg-Lind',
    news: true,
  });
  expect(mergeSaved(sent, sent, saved)).toEqual(saved);
  expect(mergeSaved({ ...sent, news: false }, sent, saved)).toEqual({ ...saved, news: false });
});

it('marks the fields that an API error names', () => {
  const fields = [{ path: 'names.displayName', message: 'No.' }];
  const error = new ApiError({ code: 'invalid-input', status: 400, fields });
  expect(rejectedFieldErrors(error, ['firstName', 'displayName'], 'Check')).toEqual({ displayName: 'Check' });
  expect(rejectedFieldErrors(new TypeError('Failed to fetch'), ['displayName'], 'Check')).toEqual({});
});
