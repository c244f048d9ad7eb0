/** Texts that try to break out of their context: the Big List of Naughty Strings (MIT, Max Woolf) and our own. */
import naughty from './naughty-strings.json';

/** The global that each attack sets if it runs. */
export const tripwire = '__tripped';

export const hostileTexts: readonly string[] = [
  ...naughty,
  `<script>window.${tripwire}=1</script>`,
  `</script><script>window.${tripwire}=1</script>`,
  `"><img src=x onerror="window.${tripwire}=1">`,
  `' onmouseover='window.${tripwire}=1`,
  `<svg/onload=window.${tripwire}=1>`,
  `</style><script>window.${tripwire}=1</script>`,
  `<!--<script>`,
  `-->]]>*/`,
  `javascript:window.${tripwire}=1`,
  `data:text/html,<script>window.${tripwire}=1</script>`,
  `https://example.com/"onclick="window.${tripwire}=1`,
  'https://user:secret@example.com/',
  '{{constructor.constructor("alert(1)")()}} = 7*7 %>',
  '&lt;b&gt;&amp;amp;&#x27;&quot;&',
  '\u202edesrever\u202c \u2066isolated\u2069 zero\u200bwidth\ufeff',
  'nul\u0000 bell\u0007 escape\u001b[31m del\u007f next\u0085line',
  'lone \ud800 high and low \udc00 surrogate',
  'separators \u2028 and \u2029',
  'line one\r\nline two\rline three\n\n\n\nlast',
  `Z${'\u0351\u0363\u0320\u034e'.repeat(60)}algo`,
  '👨‍👩‍👧‍👦🏳️‍🌈👍🏽 émoji',
  'مرحبا بالعالم שלום עולם',
  'a'.repeat(100_000),
  '<'.repeat(20_000),
];
