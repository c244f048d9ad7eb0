import { describe, expect, it } from 'vitest';
import { matches } from './match.ts';

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
    expect(matches(query, text)).toBe(expected);
  });
});
