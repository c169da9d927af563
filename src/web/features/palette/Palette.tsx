import { useState } from 'react';
import { prefer, usePreferences } from '#web/lib/preferences.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import kit from '#web/ui/kit.module.css';
import { palette as words } from '#web/words/palette.ts';
import { besides, type Entry, fitting, withRecent } from './entries.ts';
import { Results } from './Results.tsx';
import { RECENT, recentAfter, recentOf } from './recent.ts';
import { type Around, useCommands } from './useCommands.ts';
import { useFound } from './useFound.ts';

interface Props extends Around {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const Search = ({ onClose, ...around }: Omit<Props, 'opened'>) => {
  const [typed, setTyped] = useState('');
  const commands = useCommands(around);
  const found = useFound(typed);
  const recent = recentOf(usePreferences());
  const all = commands.flatMap(({ entries }) => entries);
  const gone = recent.flatMap((name) => all.find((entry) => entry.name === name) ?? found.again(name) ?? []);
  const isTyped = typed.trim() !== '';
  const fit = commands.map((group) => fitting(group, typed, recent));
  const groups = isTyped
    ? [...fit, ...besides(found.groups, fit, { typed, isSearching: found.isSearching })]
    : withRecent(words.groups.recent, commands, gone);
  const run = ({ name, run: does }: Entry): void => {
    if (name !== null) prefer(RECENT, [...recentAfter(recent, name)]);
    onClose();
    does();
  };
  return (
    <>
      <Results
        typed={typed}
        onType={setTyped}
        groups={groups.filter(({ entries }) => entries.length > 0)}
        onRun={run}
      />
      {isTyped && found.hasFailed && (
        <p role="alert" className={kit.small}>
          {words.failed}
        </p>
      )}
      {isTyped && groups.every(({ entries }) => entries.length === 0) && (
        <p className={kit.muted}>{found.isSearching ? words.searching : words.none(typed.trim())}</p>
      )}
    </>
  );
};

/** Leads to every screen, action, saved view, record and user by what somebody types. */
export const Palette = ({ opened, ...search }: Props) => (
  <Dialog opened={opened} title={words.title} size={640} onClose={search.onClose}>
    <Search {...search} />
  </Dialog>
);
