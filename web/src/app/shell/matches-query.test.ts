import { describe, expect, it } from 'vitest';
import { matchesQuery } from './matches-query.ts';

describe('matches', () => {
  it.each([
    ['', 'Dashboard', true],
    ['  ', 'Dashboard', true],
    ['dash', 'Dashboard', true],
    ['board', 'Dashboard', false],
    ['parametres aff', 'Paramètres d’affichage', true],
    ['dark theme', 'Theme: Dark', true],
    ['dark light', 'Theme: Dark', false],
    ['č', 'Čitanje', true],
    ['(', 'Dashboard', false],
  ])('%j in %j: %s', (query, text, expected) => {
    expect(matchesQuery(query, text)).toBe(expected);
  });
});
