import { Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconDownload, IconSearch } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { stamp } from '#web/lib/dates.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/numbers.ts';
import { logTone } from '#web/lib/status.ts';
import { CopyButton } from '#web/ui/CopyText.tsx';
import kit from '#web/ui/kit.module.css';
import { Marked } from '#web/ui/Marked.tsx';
import { runs } from '#web/words/runs.ts';
import styles from './LogBox.module.css';
import { found, type LogLine, lineText } from './log-lines.ts';
import { useFollow } from './useFollow.ts';

const words = runs.log;

interface LineProps {
  readonly line: LogLine;
  readonly search: string;
}

const Line = memo(({ line: { at, level, text }, search }: LineProps) => (
  <li data-tone={level && logTone(level)}>
    {at !== undefined && <time dateTime={at}>{stamp(at)}</time>}
    {level !== undefined && <span className={styles.level}>{level}</span>}
    <span className={styles.text}>
      <Marked text={text} search={search} />
    </span>
  </li>
));

/** A box that scrolls has to be reached by the keyboard. */
const REACHED = { tabIndex: 0 } as const;

interface Props {
  /** Whose log it is. */
  readonly name: string;
  readonly lines: readonly LogLine[];
  /** Of the file that is downloaded. */
  readonly file: string;
  /** More lines come while one looks. */
  readonly grows: boolean;
  /** All lines, where those that are shown are a part of them. */
  readonly all?: () => Promise<readonly LogLine[]>;
}

const textOf = (lines: readonly LogLine[]): string => lines.map(lineText).join('\n');

/** The lines of a log in a box of its own, which is searched, copied and downloaded. */
export const LogBox = ({ name, lines, file, grows, all = async () => lines }: Props) => {
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const shown = useMemo(() => found(lines, search), [lines, search]);
  const { box, follows, follow, onScroll } = useFollow(shown, grows);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      download(file, [`${textOf(await all())}\n`], 'text/plain');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.log} data-part="log">
      <div className={styles.tools}>
        <TextInput
          className={styles.search ?? ''}
          aria-label={`${words.search}: ${name}`}
          placeholder={words.search}
          size="xs"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
        <span role="status" className={kit.small}>
          {search.trim() !== '' && words.some(count(shown.length), count(lines.length))}
        </span>
        <span className={styles.buttons}>
          <CopyButton value={textOf(shown)} label={words.copy} />
          <button
            type="button"
            className={kit.icon}
            aria-label={words.download}
            title={words.download}
            disabled={busy}
            onClick={() => void save()}
          >
            <IconDownload size={16} aria-hidden />
          </button>
        </span>
      </div>
      <section ref={box} className={styles.box} aria-label={words.of(name)} onScroll={onScroll} {...REACHED}>
        <ol>
          {shown.map((line) => (
            <Line key={line.number} line={line} search={search.trim()} />
          ))}
        </ol>
        {shown.length === 0 && <p className={kit.muted}>{lines.length === 0 ? words.none : words.noneFound}</p>}
      </section>
      {grows && !follows && (
        <Button
          className={styles.follow ?? ''}
          size="xs"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={follow}
        >
          {words.follow}
        </Button>
      )}
    </div>
  );
};
