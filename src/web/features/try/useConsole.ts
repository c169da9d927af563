import { useState } from 'react';
import { apiPath, idIn, tryPath, type Wanted } from './samples.ts';
import { useRun } from './useRun.ts';

/** What the console begins with when the catalogue has it among its best. */
export const FAVOURITE = 'tt0068646';
const FIRST_PARTS = ['genres'];

/** One state from which the console's samples, its request and its answer come. */
export const useConsole = (firstId: string, token: string | null) => {
  const [text, setText] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly string[]>(FIRST_PARTS);
  const [usesToken, setUsesToken] = useState(true);
  const [bad, setBad] = useState(false);
  const answers = useRun();

  const typed = text ?? firstId;
  const wanted: Wanted = { imdbId: idIn(typed) ?? firstId, parts };

  const run = (what: Wanted, own: boolean): void => {
    const path = own && token !== null ? apiPath(what) : tryPath(what);
    void answers.run(window.location.origin + path, own ? token : null);
  };

  return {
    answers,
    typed,
    wanted,
    bad,
    usesToken,
    setUsesToken,
    type: (value: string): void => {
      setText(value);
      setBad(false);
    },
    toggle: (part: string): void =>
      setParts(parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part]),
    /** Sends what is set. False when no id is. */
    send: (): boolean => {
      const imdbId = idIn(typed);
      setBad(imdbId === null);
      if (imdbId === null) return false;
      run({ imdbId, parts }, usesToken);
      return true;
    },
    /** Sends for another record. */
    sendFor: (imdbId: string): void => {
      setText(imdbId);
      setBad(false);
      run({ imdbId, parts }, usesToken);
    },
    /** The example that the page begins with; it costs the reader's token nothing. */
    sendFirst: (): void => {
      if (text === null) run({ imdbId: firstId, parts }, false);
    },
  };
};

export type ConsoleHandle = ReturnType<typeof useConsole>;
