import type { Kill } from './books.ts';
import type { Client } from './client.ts';
import type { Figures } from './figures.ts';
import type { Need } from './needs.ts';
import type { People } from './people.ts';
import type { ChaosNode, Stack } from './stack.ts';

/** What happens in a scenario has at hand. */
export interface Scene {
  readonly stack: Stack;
  readonly people: People;
  readonly client: Client;
  readonly short: boolean;
  /** So many seconds of a full run, fewer of a short one. */
  readonly lasting: (seconds: number) => Promise<void>;
  readonly note: (name: string, value: number) => void;
  /** Kills a node, and has the audit know when. */
  readonly kill: (node: ChaosNode) => Promise<void>;
  readonly kills: readonly Kill[];
}

/** A promise as a scenario has seen it. */
export interface Verdict {
  readonly promise: string;
  readonly figure: string;
  readonly wanted: string;
  readonly held: boolean;
  /** It says nothing on a machine that has other things to do: a time, and what could not be answered in time. */
  readonly needsQuiet?: boolean;
}

export interface Scenario {
  readonly name: string;
  readonly what: string;
  /** About how long it takes, of a full run and of a short one. */
  readonly seconds: readonly [full: number, short: number];
  readonly needs?: Need;
  /** It takes so long that it is played only where it is named. */
  readonly onlyNamed?: true;
  /** Calls a second, where it is not to be as many as everywhere. */
  readonly perSecond?: number;
  readonly run: (scene: Scene) => Promise<void>;
  readonly judge: (figures: Figures) => readonly Verdict[];
}

export const atMost = (promise: string, what: string, figure: number, most: number, unit = ''): Verdict => ({
  promise,
  figure: `${Math.round(figure)}${unit} ${what}`,
  wanted: most === 0 ? '0' : `at most ${most}${unit}`,
  held: figure <= most,
  needsQuiet: unit === ' ms',
});

/** Requests that failed, of which a machine that has other things to do has its own. */
export const failing = (promise: string, when: string, figure: number, most: number): Verdict => ({
  ...atMost(promise, `requests failed ${when}`, figure, most),
  needsQuiet: true,
});
