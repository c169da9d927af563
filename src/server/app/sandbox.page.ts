import { sandboxChoice } from '#contracts/sandbox.api.ts';
import { escaped } from '#server/kernel/escaped.ts';
import { euroText, monthsText } from '#server/modules/billing/billing.rules.ts';
import type { SandboxOrder } from '#server/modules/billing/sandbox.provider.ts';

// Its colours and faces are those of the site: /docs/look.css.
export const STYLE = `*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--kx-bg);color:var(--kx-text);font:16px/1.5 var(--kx-sans);overflow-wrap:anywhere}
main{max-inline-size:480px;margin:24px auto;padding:24px;border:1px solid var(--kx-line);border-radius:10px;background:var(--kx-surface)}
.logo{margin:0 0 16px;font:28px/1 var(--kx-display);text-transform:uppercase;letter-spacing:.01em}
h1{margin:0 0 4px;font-size:22px;line-height:1.3;font-weight:600}
.note{margin:16px 0;padding:10px 14px;border-radius:6px;background:var(--kx-soft-warning);color:var(--kx-warning);font-weight:600}
.small{color:var(--kx-text2);font-size:14px}
table{inline-size:100%;border-collapse:collapse}
th{font-weight:600}
thead th{color:var(--kx-text2);font-size:13px;font-weight:500}
th,td{padding:10px 0;border-block-end:1px solid var(--kx-line);text-align:start;vertical-align:top}
td:last-child,th:last-child{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
tfoot th,tfoot td{border:0;font-size:18px;font-weight:600}
form{margin:0}
label{display:flex;gap:10px;align-items:center;min-block-size:44px;margin-block:12px}
input{inline-size:20px;block-size:20px;margin:0;flex:none;accent-color:var(--kx-primary-solid)}
button,.button{display:block;inline-size:100%;min-block-size:44px;margin-block-start:10px;padding:9px 16px;border:1px solid var(--kx-line2);border-radius:6px;background:var(--kx-surface);color:var(--kx-text);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.main{border-color:var(--kx-primary-solid);background:var(--kx-primary-solid);color:#fff}
button.stop{border-color:var(--kx-danger-solid);background:var(--kx-danger-solid);color:#fff}
button:hover,.button:hover{filter:brightness(.94)}
:focus-visible{outline:2px solid var(--kx-primary);outline-offset:2px}
`;

/** Any page of the sandbox. */
export const sandboxHtml = (content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Test payment · Kinodex</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/look.css"><style>${STYLE}</style><script src="/docs/scheme.js"></script></head><body><main><p class="logo">Kinodex</p><h1>Test payment</h1>${content}</main></body></html>`;

const itemsTable = ({ items, amountCents }: SandboxOrder): string => {
  const rows = items.map(
    ({ name, quantity, cents }) =>
      `<tr><td>${escaped(name)}<br><span class="small">${monthsText(quantity)}</span></td><td>${euroText(cents)}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Feature</th><th scope="col">Price</th></tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row">Total</th><td>${euroText(amountCents)}</td></tr></tfoot></table>`;
};

const addressOf = (id: string, choice: string): string =>
  sandboxChoice.path.replace(':order', encodeURIComponent(id)).replace(':choice', choice);

const choices = (id: string): string => {
  const to = (choice: string): string => addressOf(id, choice);
  return `<form method="post" action="${to('approve')}"><label><input type="checkbox" name="awkward" value="1"><span>Send the confirmation message late, and twice</span></label><button class="main">Approve</button><button class="stop" formaction="${to('decline')}">Decline</button><button formaction="${to('cancel')}">Cancel</button></form>`;
};

const STATE: Readonly<Record<string, string>> = {
  APPROVED: 'This payment has been approved and waits to be collected.',
  COMPLETED: 'This payment has been made.',
  DECLINED: 'This payment was declined.',
  REFUNDED: 'This payment was given back.',
};

const decided = (order: SandboxOrder, home: string): string => {
  const said = `<p>${STATE[order.captureStatus ?? order.status] ?? ''}</p>`;
  const refund = `<form method="post" action="${addressOf(order.id, 'refund')}"><label><input type="checkbox" name="awkward" value="1"><span>Send the refund message late, and twice</span></label><button class="stop">Refund</button></form>`;
  return `${said}${order.captureStatus === 'COMPLETED' ? refund : ''}<a class="button" href="${escaped(home)}">Back to Kinodex</a>`;
};

const NOTE = '<p class="note" role="note">Test payment: no money is moved.</p>';

/** What is bought, and what can be done about it now. */
export const orderHtml = (order: SandboxOrder, home: string): string =>
  sandboxHtml(
    `<p class="small">Order ${escaped(order.id)}</p>${NOTE}${itemsTable(order)}${order.status === 'CREATED' ? choices(order.id) : decided(order, home)}`,
  );
