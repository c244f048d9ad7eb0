/** Style sheets are imported as their text; the bundler and the test runner both read them so. */
declare module '*.embed.css' {
  const text: string;
  export default text;
}
