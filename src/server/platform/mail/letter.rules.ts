import { escaped } from '#server/kernel/escaped.ts';

/** What a mail says. Its texts are plain; both forms of the mail are made from them. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Names and what they stand for, below each other. */
  readonly rows?: readonly (readonly [name: string, value: string])[];
  /** Where the reader goes on: a whole address. */
  readonly link?: { readonly label: string; readonly url: string };
  /** What stands at the end. */
  readonly after?: readonly string[];
}

export interface Written {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LONGEST_SUBJECT = 200;
/** Whatever ends a line, or is not to be seen: a header is one line. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const oneLine = (text: string): string => text.replace(UNSEEN, ' ').trim();

const textOf = ({ paragraphs, rows = [], link, after = [] }: Letter): string =>
  [
    ...paragraphs,
    ...(rows.length > 0 ? [rows.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...after,
  ].join('\n\n');

const BODY =
  'margin:0;padding:24px;background:#f7f7f4;color:#161615;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const CARD =
  'max-width:520px;margin:0 auto;padding:24px;border:1px solid #dadad3;border-radius:10px;background:#ffffff;overflow-wrap:anywhere';
const BUTTON =
  'display:inline-block;padding:11px 20px;border-radius:6px;background:#2746d1;color:#ffffff;font-weight:600;text-decoration:none';

const paragraphOf = (text: string): string => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`;

const rowOf = ([name, value]: readonly [string, string]): string =>
  `<tr><th scope="row" style="padding:6px 12px 6px 0;text-align:left;vertical-align:top;font-weight:400;color:#4f4f49">${escaped(name)}</th><td style="padding:6px 0;vertical-align:top">${escaped(value).replaceAll('\n', '<br>')}</td></tr>`;

const htmlOf = (subject: string, { paragraphs, rows = [], link, after = [] }: Letter): string => {
  const content = [
    ...paragraphs.map(paragraphOf),
    ...(rows.length > 0 ? [`<table style="border-collapse:collapse">${rows.map(rowOf).join('')}</table>`] : []),
    ...(link
      ? [
          `<p><a href="${escaped(link.url)}" style="${BUTTON}">${escaped(link.label)}</a></p><p style="color:#4f4f49;font-size:14px">${escaped(link.url)}</p>`,
        ]
      : []),
    ...after.map(paragraphOf),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(subject)}</title></head><body style="${BODY}"><div style="${CARD}"><h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>${content.join('')}</div></body></html>`;
};

/** Both forms of a letter, plain and HTML, and its subject on one line. */
export const write = (letter: Letter): Written => {
  const subject = oneLine(letter.subject).slice(0, LONGEST_SUBJECT);
  return { subject, text: `${textOf(letter)}\n`, html: htmlOf(subject, letter) };
};
