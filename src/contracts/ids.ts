import { Type } from 'typebox';

/** The reason of a refusal that is about this value alone. */
const MALFORMED = { 'x-reason': 'malformed_id' } as const;

/** IMDb ids on the wire: tt or nm and the number padded to 7 digits, up to 10 where it is larger. */
export const TitleId = Type.String({
  pattern: '^tt\\d{7,10}$',
  'x-form': 'is tt and 7 to 10 digits',
  description: 'IMDb id of a title.',
  examples: ['tt0068646'],
  ...MALFORMED,
});
export const NameId = Type.String({
  pattern: '^nm\\d{7,10}$',
  'x-form': 'is nm and 7 to 10 digits',
  description: 'IMDb id of a person.',
  examples: ['nm0000199'],
  ...MALFORMED,
});
export const ImdbId = Type.String({
  pattern: '^(tt|nm)\\d{7,10}$',
  'x-form': 'is tt or nm and 7 to 10 digits',
  description: 'IMDb id of a title or a person.',
  ...MALFORMED,
});

/** The id of a record, or the name of its picture as a JPEG. */
export const PictureId = Type.String({
  pattern: '^(tt|nm)\\d{7,10}(\\.jpg)?$',
  'x-form': 'is tt or nm and 7 to 10 digits, with .jpg after them or not',
  description: 'IMDb id of a title or a person; .jpg after it for a JPEG.',
  ...MALFORMED,
});

/** A date as precise as it is known: 1943, 1943-05 or 1943-05-17. */
export const PartialDate = Type.String({
  pattern:
    '^\\d{4}(-((0[13578]|1[02])(-(0[1-9]|[12]\\d|3[01]))?|(0[469]|11)(-(0[1-9]|[12]\\d|30))?|02(-(0[1-9]|[12]\\d))?))?$',
  'x-form': 'is a day as far as it is known, such as 2026-05-17, 2026-05 or 2026',
  description: 'ISO 8601, as precise as known.',
});

/** A moment: ISO 8601, UTC, with Z. */
export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });
