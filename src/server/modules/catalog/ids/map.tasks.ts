import { Type } from 'typebox';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { MapReading } from './map.service.ts';

export const mapTask = (reading: MapReading): TaskType =>
  taskType({
    name: 'WIKIDATA_IDS',
    summary: 'Fills in what TMDB, TheTVDB and Wikidata call the titles and people of the catalogue, from Wikidata.',
    category: 'other',
    arguments: Type.Object({
      dump: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '^(https?://|(?![A-Za-z][A-Za-z0-9+.-]*:))',
          'x-form': 'must be a file of the server, or an http(s) address',
          description:
            "A dump of Wikidata's items in JSON, packed or not, by its path or its http(s) address; the query service is asked when left out.",
        }),
      ),
    }),
    run: ({ dump }, context) => reading.work(dump, context),
  });
