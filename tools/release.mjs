// `npm run release -- --platform linux-x64`: an archive that needs Node only, in artifacts/release. `--platform all` makes all.
// `--folder <path>` puts the files of one platform into a folder instead: the Dockerfile uses it.
import { bootstrap } from './bootstrap.mjs';

if (await bootstrap()) {
  const { release } = await import('./lib/release/release-program.mjs');
  await release(process.argv.slice(2));
}
