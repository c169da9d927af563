import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf, tokenCell } from './list-export.ts';
import { IdToken } from './session.ts';

export const PaidActive = Type.Object(
  {
    token: Type.String({ description: 'Empty while the user has none.' }),
    rol: Type.String(),
    startDate: Moment,
    endDate: Moment,
    maxRequests: Type.Integer({ description: 'Requests a day of the role.' }),
    paidDetail: Type.Object({
      idPayment: Type.Integer(),
      email: Type.String(),
      feature: Type.String(),
      quantity: Type.Integer(),
      price: Type.Number(),
      provider: Type.String(),
      order: Type.String(),
    }),
    idToken: IdToken,
  },
  { $id: 'PaidActive' },
);

export type PaidActive = Static<typeof PaidActive>;

export const paidActives = endpoint({
  tag: 'Administration',
  access: 'admin',
  name: 'admin_paid_actives',
  method: 'GET',
  path: '/api/admin/paid-actives',
  summary: 'What is paid for at this moment, the newest first',
  reply: Type.Array(PaidActive),
});

export const paidActivesExport = exportOf(paidActives)({
  file: 'active-paid',
  columns: [
    ['Token', 'token', ({ token }) => tokenCell(token)],
    ['Rol', 'rol'],
    ['Start', 'startDate'],
    ['End', 'endDate'],
    ['Max requests', 'maxRequests'],
    ['Email', 'email', ({ paidDetail }) => paidDetail.email],
    ['Feature', 'feature', ({ paidDetail }) => paidDetail.feature],
    ['Months', 'quantity', ({ paidDetail }) => paidDetail.quantity],
    ['Price', 'price', ({ paidDetail }) => paidDetail.price],
    ['Provider', 'provider', ({ paidDetail }) => paidDetail.provider],
    ['Order id', 'order', ({ paidDetail }) => paidDetail.order],
    ['Payment id', 'idPayment', ({ paidDetail }) => paidDetail.idPayment],
    ['Token id', 'idToken'],
  ],
});
