import { expect, test } from 'vitest';
import { appPaths } from '../server/src/http/app-paths.ts';
import { screens } from '../web/src/app/screens.ts';
import { pathsWithoutScreen } from '../web/src/app/shell/navigation.ts';

test('the server answers with the app on every path that its router knows, and on no other', () => {
  const routed = [...screens.map(({ path }) => path), ...pathsWithoutScreen, '/admin'];
  const served = appPaths.filter((path) => !path.startsWith('/auth/'));
  expect([...served].sort()).toEqual(routed.sort());
});
