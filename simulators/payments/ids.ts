import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const capitals = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** An id like `sub_1RsTuVwXyZ…`. Names of checkout sessions are longer. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(alphabet, length)}`;
}

/** The beginning of the numbers of a customer's invoices. */
export function newInvoicePrefix(): string {
  return randomText(capitals, 8);
}

function randomText(signs: string, length: number): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
}
