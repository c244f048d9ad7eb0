/**
 * What the build gives the sources, in bundles and in tests: it replaces these constants by the short names, and an
 * imported style sheet is its compiled rules (tools/lib/guest-styles.mjs).
 */
declare const classNames: typeof import('./style-names.ts').shortClasses;
declare const propertyNames: typeof import('./style-names.ts').shortProperties;

declare module '*.embed.css' {
  const rules: readonly import('./embed/render/style-rules.ts').StyleRule[];
  export default rules;
}
