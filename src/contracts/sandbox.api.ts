import { Type } from 'typebox';
import { undocumented } from './endpoint.ts';

/** The page where testers decide about an order of the sandbox. */
export const sandboxPage = undocumented({
  method: 'GET',
  path: '/sandbox/checkout',
  access: 'local',
  query: Type.Object({ token: Type.Optional(Type.String({ description: 'The order.' })) }),
});

/** A button of that page: `approve`, `decline`, `cancel` or `refund`. */
export const sandboxChoice = undocumented({
  method: 'POST',
  path: '/sandbox/checkout/:order/:choice',
  access: 'local',
  antiForgery: 'origin',
  params: Type.Object({ order: Type.String(), choice: Type.String() }),
  query: 'any',
  takes: 'form',
  bodyLimit: 4096,
  body: Type.Union([
    // A form without fields.
    Type.Undefined(),
    Type.Null(),
    Type.Object(
      { awkward: Type.Optional(Type.String({ description: "`1`: the provider's message comes late, and twice." })) },
      { additionalProperties: false },
    ),
  ]),
});
