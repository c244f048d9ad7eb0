import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fill, type Locale, textsOf } from './locale.ts';
import type { Brand, IdentityMail, IdentityMailKind } from './options.ts';
import { readableOn } from '@kindling/design/colour';

const FONT = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const SECTION = {
  'confirm-address': 'confirm',
  'reset-password': 'reset',
  'address-already-registered': 'known',
} as const;

type MailInput = {
  kind: IdentityMailKind;
  to: string;
  locale: Locale;
  /** Shown in the greeting; whatever somebody typed as their name, so it is cut and never in the subject. */
  name: string | null;
  link: string;
  brand: Brand;
};

function Frame(props: { lang: string; subject: string; brand: Brand; children: ReactNode; footer: string }) {
  return (
    <html lang={props.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{props.subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: '#f4f6fb' }}>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ backgroundColor: '#f4f6fb' }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 16px' }}>
                <table
                  role="presentation"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ maxWidth: '520px', fontFamily: FONT, color: '#161b26' }}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: '0 8px 16px', fontSize: '20px', fontWeight: 700 }}>
                        {props.brand.name}
                      </td>
                    </tr>
                    <tr>
                      <td
                        style={{
                          padding: '32px 28px',
                          backgroundColor: '#ffffff',
                          border: '1px solid #e3e8f1',
                          borderRadius: '12px',
                          fontSize: '16px',
                          lineHeight: '24px',
                        }}
                      >
                        {props.children}
                      </td>
                    </tr>
                    <tr>
                      <td
                        style={{
                          padding: '16px 8px 0',
                          fontSize: '13px',
                          lineHeight: '19px',
                          color: '#525d72',
                        }}
                      >
                        {props.footer}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** Cuts what somebody typed as a name to something that cannot carry an advertisement or a link. */
function greetingName(name: string | null): string | null {
  if (name === null || name.length > 40 || /[/@:]|www\.|\.\w/i.test(name)) return null;
  return name;
}

/** One message in both forms. The link is the only thing in it that acts. */
export function composeMail(input: MailInput): IdentityMail {
  const { brand, link, locale } = input;
  const { mail } = textsOf(locale);
  const section = mail[SECTION[input.kind]];
  const values = { brand: brand.name, email: brand.supportEmail };
  const subject = fill(section.subject, values);
  const name = greetingName(input.name);
  const greeting = name === null ? mail.greeting : fill(mail.greetingName, { name });
  const lead = fill(section.lead, values);
  const note = fill(section.note, values);
  const footer = fill(mail.footer, values);
  const button = readableOn(brand.primaryColor, '#ffffff', 5);
  const html = renderToStaticMarkup(
    <Frame lang={locale} subject={subject} brand={brand} footer={footer}>
      <p style={{ margin: '0 0 12px' }}>{greeting}</p>
      <p style={{ margin: '0 0 24px' }}>{lead}</p>
      <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 24px' }}>
        <tbody>
          <tr>
            <td style={{ backgroundColor: button, borderRadius: '8px' }}>
              <a
                href={link}
                style={{
                  display: 'inline-block',
                  padding: '12px 24px',
                  color: '#ffffff',
                  fontWeight: 600,
                  textDecoration: 'none',
                }}
              >
                {section.button}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p style={{ margin: '0 0 16px', fontSize: '14px', lineHeight: '21px' }}>{note}</p>
      <p
        style={{ margin: 0, fontSize: '13px', lineHeight: '19px', color: '#525d72', wordBreak: 'break-all' }}
      >
        {mail.buttonHelp}
        <br />
        <a href={link} style={{ color: button }}>
          {link}
        </a>
      </p>
    </Frame>,
  );
  return {
    to: input.to,
    locale,
    kind: input.kind,
    subject,
    text: [greeting, lead, link, note, '--', footer].join('\n\n'),
    html: `<!doctype html>${html}`,
  };
}
