import { hash } from 'node:crypto';
import { sandboxChoice, sandboxPage } from '#contracts/sandbox.api.ts';
import { escaped } from '#server/kernel/escaped.ts';
import { failure } from '#server/kernel/failure.ts';
import { isAtHome, notAtHome } from '#server/modules/billing/sandbox.place.ts';
import type { Sandbox, SandboxOrder } from '#server/modules/billing/sandbox.provider.ts';
import { bytes, doneGoTo } from '#server/platform/http/answer.ts';
import { type Authenticate, type Route, route, type TellFailure, VISITOR } from '#server/platform/http/route.ts';
import { orderHtml, STYLE, sandboxHtml } from './sandbox.page.ts';

const HTML = 'text/html; charset=utf-8';

interface SandboxPage {
  readonly sandbox: Sandbox;
  readonly publicUrl: string;
}

/** Lets in who calls from this machine; throws `test_payments_local` for everybody else. */
export const atHome: Authenticate = ({ headers }) => {
  if (!isAtHome(headers)) throw notAtHome();
  return VISITOR;
};

/** The page where testers decide about an order, and what its buttons do. Only where the sandbox is the provider. */
export const sandboxRoutes = ({ sandbox, publicUrl }: SandboxPage): readonly Route[] => {
  const home = `${publicUrl}/#/payments`;
  const headers = {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'self' 'sha256-${hash('sha256', STYLE, 'base64')}'`,
      "script-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      // Where the forms lead is checked after redirects too.
      `form-action 'self' ${new URL(publicUrl).origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
    // `no-referrer` would hide from us which page a form stands on.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const tell: TellFailure = ({ message }) => ({
    type: HTML,
    body: sandboxHtml(`<p>${escaped(message)}</p>`),
    headers,
  });
  const unknown = () => failure('payment_unknown', 'There is no such order.');
  const orderOf = async (id: string | undefined): Promise<SandboxOrder> => {
    const order = id === undefined ? null : await sandbox.order(id);
    if (!order) throw unknown();
    return order;
  };

  return [
    route(sandboxPage, { tell })(async ({ query }) => {
      const html = orderHtml(await orderOf(query.token), home);
      return bytes(Buffer.from(html), HTML, headers);
    }),

    route(sandboxChoice, { tell })(async ({ params, body }) => {
      const order = await orderOf(params.order);
      const awkward = body?.awkward === '1';
      const leave = (address: string) => doneGoTo(address, headers);
      // Messages are on their way while the browser goes back, so that either may be first.
      if (params.choice === 'approve') {
        if (await sandbox.choose(order.id, false)) void sandbox.tell('order', order.id, awkward);
        return leave(sandbox.returnAddress(order));
      }
      if (params.choice === 'decline') {
        await sandbox.choose(order.id, true);
        return leave(sandbox.returnAddress(order));
      }
      if (params.choice === 'refund') {
        if (await sandbox.refund(order.id)) void sandbox.tell('refunded', order.id, awkward);
        return leave(home);
      }
      if (params.choice === 'cancel') return leave(sandbox.cancelAddress(order));
      throw unknown();
    }),
  ];
};
