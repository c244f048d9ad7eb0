import { defaultPipelineSettings } from '@kindling/contract/pipeline-settings';
import type { Pipeline } from '@kindling/contract/pipelines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('the preview of a page, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let pipeline: Pipeline;

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('preview@example.com');
    const { pipelines } = (await user.call('GET', '/pipelines')).json as { pipelines: Pipeline[] };
    const [first] = pipelines;
    if (first === undefined) throw new Error('No pipeline was made with the account');
    pipeline = first;
  });
  afterAll(() => app.close());

  const ask = (changed: object = {}, by = user) =>
    by.call('POST', `/pipelines/${pipeline.id}/preview`, {
      locationId: null,
      settings: defaultPipelineSettings,
      language: 'de',
      step: 'rate',
      rating: 5,
      ...changed,
    });
  const html = async (changed: object = {}) => ((await ask(changed)).json as { html: string }).html;

  test('shows settings that are not saved, in the language, and sends nothing: no script, no token', async () => {
    const texts = { de: { question: 'Wie war der <b>Kaffee</b>?' } };
    const page = await html({ settings: { ...defaultPipelineSettings, texts } });
    expect(page).toContain('<html lang="de"');
    expect(page).toContain('Wie war der &lt;b&gt;Kaffee&lt;/b&gt;?');
    expect(page).not.toContain('<script');
    expect(page).not.toContain('%%');
  });

  test('is the same for every rating but for the rating itself and the private box', async () => {
    const settings = { ...defaultPipelineSettings, threshold: 3 };
    const pages = await Promise.all([1, 3, 4, 5].map((rating) => html({ settings, step: 'answer', rating })));
    expect(pages.map((page) => /<details[^>]* open[ =>]/.test(page))).toEqual([true, true, false, false]);
  });

  test('nobody previews the page of another account, or for its locations', async () => {
    const stranger = await app.signIn('preview-stranger@example.com');
    expect((await ask({}, stranger)).status).toBe(404);
    expect((await ask({ locationId: pipeline.businessId })).status).toBe(404);
  });

  test('refuses settings that could not be saved', async () => {
    expect((await ask({ settings: { ...defaultPipelineSettings, threshold: 5 } })).status).toBe(400);
  });
});
