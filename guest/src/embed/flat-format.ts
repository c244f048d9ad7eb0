/**
 * The format of flat markup, as the scripts send the markup of an embed: a tenth smaller than HTML, and its parser is
 * smaller still.
 *
 * A piece is the start of an element (name, then name and value of each attribute) or the end of one (no name), and the
 * text after it. `flatMarkup` leaves the two separators out of
 * texts and values, so that no text can start an element.
 */
export const pieceStart = '\x01';
export const fieldStart = '\x02';
