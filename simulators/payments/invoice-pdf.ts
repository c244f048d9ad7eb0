import PDFDocument from 'pdfkit';
import type { Invoice } from './objects.ts';
import { money } from './page-frame.ts';
import { type PaymentsState, seller } from './state.ts';

type Page = InstanceType<typeof PDFDocument>;

const left = 50;
const amountLeft = 430;
const width = 495;

/** The invoice as a PDF file. */
export function invoicePdf(_state: PaymentsState, invoice: Invoice): Promise<Buffer> {
  // Uncompressed, so that a test can read its text.
  const page = new PDFDocument({
    size: 'A4',
    margin: left,
    compress: false,
    info: { Title: `Invoice ${invoice.number}` },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', () => resolve(Buffer.concat(chunks)));
    page.on('error', reject);
  });
  page.fontSize(10).fillColor('#8a4b00').text('Simulated: no money moves', left, left);
  page.moveDown().fillColor('#000000').fontSize(20).text('Invoice');
  page.fontSize(10).moveDown(0.5);
  page.text(`Invoice number: ${invoice.number}`);
  page.text(`Date of issue: ${date(invoice.status_transitions.finalized_at ?? invoice.created)}`);
  page.text(`Status: ${invoice.status}`);
  parties(page, invoice);
  lines(page, invoice);
  totals(page, invoice);
  page.end();
  return done;
}

function parties(page: Page, invoice: Invoice): void {
  page.moveDown();
  for (const text of [seller.name, ...seller.address, `VAT ${seller.vatNumber}`]) page.text(printable(text));
  page.moveDown().text('Bill to');
  const { customer_name, customer_address: address } = invoice;
  const place = [address?.postal_code, address?.city].filter(Boolean).join(' ');
  const parts = [customer_name, address?.line1, place, address?.country].filter((part) => Boolean(part));
  for (const part of parts) page.text(printable(part ?? ''));
  for (const { value } of invoice.customer_tax_ids) page.text(`VAT ${printable(value)}`);
}

function lines(page: Page, invoice: Invoice): void {
  page.moveDown();
  for (const line of invoice.lines.data) {
    row(
      page,
      `${printable(line.description)} (${date(line.period.start)} - ${date(line.period.end)})`,
      line.amount,
      invoice,
    );
    for (const { amount } of line.discount_amounts) row(page, 'Discount', -amount, invoice);
  }
}

function totals(page: Page, invoice: Invoice): void {
  page.moveDown();
  const reduced = invoice.total_discount_amounts.reduce((all, { amount }) => all + amount, 0);
  row(page, 'Subtotal', invoice.subtotal - reduced, invoice);
  for (const tax of invoice.total_taxes)
    row(
      page,
      `VAT (${tax.taxability_reason.replaceAll('_', ' ')}, ${tax.tax_behavior})`,
      tax.amount,
      invoice,
    );
  if (invoice.customer_tax_exempt === 'reverse')
    page.text('Reverse charge: the recipient owes the tax.', left);
  row(page, 'Total', invoice.total, invoice);
  if (invoice.starting_balance !== 0)
    row(page, 'Applied balance', (invoice.ending_balance ?? 0) - invoice.starting_balance, invoice);
  row(page, 'Amount due', invoice.amount_due, invoice);
}

function row(page: Page, label: string, amount: number, invoice: Invoice): void {
  const { y } = page;
  page.text(label, left, y, { width: amountLeft - left - 10 });
  const end = page.y;
  page.text(printable(money(amount, invoice.currency, 'en')), amountLeft, y, {
    width: width - amountLeft + left,
    align: 'right',
  });
  page.y = end + 3;
  page.x = left;
}

function date(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

const replacements: Record<string, string> = { '×': 'x', Đ: 'D', đ: 'd', Ł: 'L', ł: 'l', ı: 'i' };

/** The standard fonts of PDF have the letters of Western Europe only; others lose their marks or become `?`. */
function printable(text: string): string {
  return [...text]
    .map((sign) => {
      if (replacements[sign] !== undefined) return replacements[sign];
      if (/[\x20-\x7e\xa1-\xff€]/.test(sign)) return sign;
      if (/\s/.test(sign)) return ' ';
      const plain = sign.normalize('NFKD').charAt(0);
      return /[\x20-\x7e]/.test(plain) ? plain : '?';
    })
    .join('');
}
