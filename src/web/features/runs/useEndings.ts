import { useRef } from 'react';
import { runs as words } from '#web/words/runs.ts';
import { isEnded, type Shown } from './live-list.ts';

/** What has ended last while somebody looks, for who does not see it. */
export const useEndings = (items: readonly Shown[]): string => {
  const going = useRef<ReadonlySet<number>>(new Set());
  const said = useRef('');
  const ended = items.filter(({ run }) => isEnded(run) && going.current.has(run.idRun));
  if (ended.length > 0) said.current = ended.map(({ run }) => words.live.ended(run.name, run.status)).join(', ');
  going.current = new Set(items.filter(({ run }) => !isEnded(run)).map(({ run }) => run.idRun));
  return said.current;
};
