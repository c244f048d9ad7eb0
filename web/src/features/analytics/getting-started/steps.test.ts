import type { Dashboard, SetupProgress } from '@kindling/contract/analytics';
import { describe, expect, it } from 'vitest';
import { gettingStartedSteps } from './steps.ts';

const setup = {
  business: { id: '1', name: 'Ada', website: null, named: false },
  connections: 0,
  widgets: 0,
  published: 0,
  rated: false,
  firstEmbedLoad: null,
};
const figures = {
  platformAverage: null,
  platformCount: null,
  stars: null,
  recommended: 0,
  notRecommended: 0,
};
type Source = Dashboard['sources'][number]['source'];
const open = ({
  setup,
  total,
  source = 'google',
}: {
  setup: SetupProgress;
  total: number;
  source?: Source;
}) =>
  gettingStartedSteps(setup, total === 0 ? [] : [{ ...figures, source, stored: total }])
    .filter((step) => !step.done)
    .map((step) => step.key);

describe('getting started', () => {
  it('starts with all steps open', () => {
    expect(open({ setup, total: 0 })).toEqual(['connect', 'widget', 'page', 'ask']);
  });
  it('counts a connection only once reviews have arrived', () => {
    expect(open({ setup: { ...setup, connections: 1 }, total: 0 })).toContain('connect');
    expect(open({ setup: { ...setup, connections: 1 }, total: 3 })).toEqual(['widget', 'page', 'ask']);
  });
  it('counts the first rating of a customer', () => {
    expect(open({ setup: { ...setup, rated: true }, total: 0 })).not.toContain('ask');
  });
  it('counts imported reviews too, which bring no business name', () => {
    expect(open({ setup, total: 3, source: 'import' })).toEqual(['business', 'widget', 'page', 'ask']);
  });
  it('counts no review that a visitor left as one of a connection', () => {
    const rated = { ...setup, rated: true };
    expect(open({ setup: rated, total: 3, source: 'first-party' })).toContain('connect');
  });
  it('counts the widget once it is published, and the page once the widget was viewed there', () => {
    const made = {
      ...setup,
      business: { ...setup.business, named: true },
      connections: 1,
      widgets: 1,
      rated: true,
    };
    expect(open({ setup: made, total: 3 })).toEqual(['widget', 'page']);
    expect(open({ setup: { ...made, published: 1 }, total: 3 })).toEqual(['page']);
    const firstEmbedLoad = { site: 'https://shop.example', at: '2026-11-21T00:00:00Z' };
    expect(open({ setup: { ...made, published: 1, firstEmbedLoad }, total: 3 })).toEqual([]);
  });
});
