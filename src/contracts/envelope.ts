import { type Static, type TSchema, Type } from 'typebox';
import { REASONS, type Reason } from './errors.ts';
import { MAX_REGS } from './list-limits.ts';

const nothing = Type.Null();

/** A successful answer with one record. */
export const Single = <T extends TSchema>(data: T) =>
  Type.Object({ code: Type.Literal(200), data, error: nothing, page: nothing, total: nothing, regs: nothing });

/** A successful answer with a page of a list. */
export const Page = <T extends TSchema>(data: T) =>
  Type.Object({
    code: Type.Literal(200),
    data,
    error: nothing,
    page: Type.Integer({ minimum: 1 }),
    total: Type.Integer({ minimum: 0 }),
    regs: Type.Integer({ minimum: 1, maximum: MAX_REGS }),
  });

export const Detail = Type.Object({
  field: Type.String(),
  message: Type.String(),
  present: Type.Optional(
    Type.Unknown({
      description: 'With changed_meanwhile: the record as it is now, beside `version`; or this part of it.',
    }),
  ),
});
export type Detail = Static<typeof Detail>;

/** A failed answer: the six keys, the reason, and what was wrong with which field. */
export const Failed = Type.Object(
  {
    code: Type.Integer({ minimum: 400, maximum: 599 }),
    data: nothing,
    error: Type.String(),
    page: nothing,
    total: nothing,
    regs: nothing,
    reason: Type.Enum(Object.keys(REASONS) as Reason[]),
    details: Type.Array(Detail),
  },
  { $id: 'Failed' },
);
export type Failed = Static<typeof Failed>;
