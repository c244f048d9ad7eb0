// The programs of a release that start Node with the options of `npm start`.
import { serverEnvironment, serverFlags } from '../server-options.mjs';

/** For sh. It becomes Node by `exec`, so signals reach the program directly. @param minimum the oldest Node, such as 22.18 */
export function shellStarter(minimum) {
  const [major, minor] = minimum.split('.');
  return `#!/bin/sh
# Starts Kindling, or runs one of its commands: ./kindling doctor
# Settings are environment variables, or lines of a file .env in the folder from which it is started.
set -eu
program=$0
[ -L "$program" ] && program=$(readlink -f "$program")
here=$(cd "$(dirname "$program")" && pwd -P)
version=$(node --version 2>/dev/null) || version=v0.0.0
major=\${version#v}
minor=\${major#*.}
major=\${major%%.*}
minor=\${minor%%.*}
if [ "$major" -lt ${major} ] || { [ "$major" -eq ${major} ] && [ "$minor" -lt ${minor} ]; }; then
  echo "Kindling needs Node ${minimum} or newer in PATH, and there is \${version#v}." >&2
  exit 1
fi
export ${Object.entries(serverEnvironment)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}
main=main
[ "\${1:-}" = health ] && main=health-check
if [ -f .env ]; then
  exec node --env-file=.env ${serverFlags.join(' ')} "$here/dist/server/$main.js" "$@"
fi
exec node ${serverFlags.join(' ')} "$here/dist/server/$main.js" "$@"
`;
}

/** For Windows. */
export function windowsStarter() {
  const lines = [
    '@echo off',
    'rem Starts Kindling, or runs one of its commands: kindling doctor',
    'setlocal',
    ...Object.entries(serverEnvironment).map(([name, value]) => `set "${name}=${value}"`),
    'set "main=main"',
    'if "%~1"=="health" set "main=health-check"',
    'set "settings="',
    'if exist .env set "settings=--env-file=.env"',
    `node %settings% ${serverFlags.join(' ')} "%~dp0dist\\server\\%main%.js" %*`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}
