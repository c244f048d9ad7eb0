// What pages with libraries of another age do to the built-ins.
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
