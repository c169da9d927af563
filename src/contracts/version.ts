import { Type } from 'typebox';

/** Which state of a record this is. Sent back with a change, it keeps from overwriting what somebody else has saved. */
export const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'Counts the changes of the record. A change that names an older one is refused with 409.',
});
