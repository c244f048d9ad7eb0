export { buildSources, buildWaiting } from './dashboard.ts';
export { buildFigures, buildTrend } from './figures.ts';
export { resolveScope } from './scope.ts';
export { isWrittenIn, type Scope } from './sum-queries.ts';
