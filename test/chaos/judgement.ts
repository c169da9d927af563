import type { Figures } from './figures.ts';
import { atMost, type Verdict } from './scenario.ts';

/** What holds in every scenario, whatever happens in it. */
export const always = ({ lostEdits, over, audit, tasks, money, exits }: Figures): readonly Verdict[] => [
  atMost('R1', 'acknowledged edits lost', lostEdits, 0),
  atMost('R6', 'processes that ended by themselves', exits, 0),
  atMost('R7', 'runs twice', tasks.twice, 0),
  atMost('R7', 'slots lost', tasks.lost, 0),
  atMost('R8', 'runs left open for 30 s', tasks.open, 0),
  atMost('R10', 'audited requests missing', audit.missing, 0),
  atMost('R10', 'audited requests missing of more than 250 ms before a kill', audit.onItsWay, 0),
  atMost('R10', 'audited requests double', audit.double, 0),
  atMost('R11', 'granted beyond the limit', over, 0),
  atMost('R12', 'payments doubled', money.doubled, 0),
  atMost('R12', 'payments lost', money.lost, 0),
];
