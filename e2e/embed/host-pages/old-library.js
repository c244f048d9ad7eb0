// Changes built-in functions as pages with very old libraries do.
const broken = () => {
  throw new Error('patched');
};
Array.from = broken;
Array.prototype.each = broken;
Element.prototype.remove = broken;
Element.prototype.append = broken;
Element.prototype.replaceChildren = broken;
String.prototype.startsWith = broken;
String.prototype.replaceAll = broken;
