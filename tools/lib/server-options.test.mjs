import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';
import { serverEnvironment } from './server-options.mjs';

test('the options of the server select React’s code for production', () => {
  // Only the code for development has `captureOwnerStack`.
  const script = "const react = await import('react'); process.stdout.write(typeof react.captureOwnerStack)";
  const run = (env) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
  expect(run({})).toBe('function');
  expect(run(serverEnvironment)).toBe('undefined');
});
