import { type TSchema, Type } from 'typebox';

/** A value that is null when it is not known. */
export const maybe = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
