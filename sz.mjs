import { register } from 'node:module';
register('./tools/lib/source-loader.mjs', import.meta.url);
