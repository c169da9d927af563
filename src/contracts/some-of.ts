import { Type } from 'typebox';
import { Title } from './catalog.ts';
import { Name } from './people.ts';

// Apart from the records: the site loads those, and what makes these is large.

/** What `fields` leaves of a title. */
export const SomeOfTitle = Type.Partial(Title, {
  $id: 'SomeOfTitle',
  description: 'The fields of a title that `fields` names.',
});

/** What `fields` leaves of a person. */
export const SomeOfName = Type.Partial(Name, {
  $id: 'SomeOfName',
  description: 'The fields of a person that `fields` names.',
});
