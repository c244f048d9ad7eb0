/** Style sheets are imported as their text; the bundler and the test runner both read them so. */
declare module '*/base.css' {
  const text: string;
  export default text;
}
declare module '*/carousel.css' {
  const text: string;
  export default text;
}
