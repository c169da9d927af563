import { expect, it } from 'vitest';
import { asksOf } from './plan.ts';
import type { RecordSearch } from './record-search.ts';

it.each<[RecordSearch, object[]]>([
  [{}, [{ data: 'movie' }, { data: 'trailers', extraParams: { page: 1, regs: 20 } }, { data: 'serieUpdate' }]],
  [{ tab: 'akas', page: 3 }, [{ data: 'akas', extraParams: { page: 3, regs: 20 } }]],
  [{ tab: 'crew', crew: 'WRITER' }, [{ data: 'crew', extraParams: { type: 'WRITER', page: 1, regs: 20 } }]],
  [{ tab: 'crew' }, [{ data: 'crew', extraParams: { type: 'DIRECTOR', page: 1, regs: 20 } }]],
  [{ tab: 'seasons' }, [{ data: 'seasons' }]],
  [{ tab: 'seasons', season: '12' }, [{ data: 'seasons', extraParams: { season: 12 } }]],
  [{ tab: 'seasons', season: 'none' }, [{ data: 'seasons', extraParams: { season: null } }]],
  [{ tab: 'metadata' }, [{ data: 'metadata' }]],
])('of a title %j asks for what is looked at', (search, asks) => expect(asksOf('movie', search, 20)).toEqual(asks));

it('of a person its fields', () => expect(asksOf('name', {}, 20)).toEqual([{ data: 'name' }]));
