/** The package brings no types. */
declare module 'punycode.js' {
  const punycode: {
    /** One label without `xn--`. @throws RangeError for what is not Punycode */
    decode(input: string): string;
  };
  export default punycode;
}
