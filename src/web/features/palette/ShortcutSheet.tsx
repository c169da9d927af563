import { Dialog } from '#web/ui/Dialog.tsx';
import { palette } from '#web/words/palette.ts';
import { Keys } from './Keys.tsx';
import styles from './palette.module.css';
import { ShortcutSwitch } from './ShortcutSwitch.tsx';
import { letterOf } from './shortcuts.ts';
import type { Screen } from './useCommands.ts';

const words = palette.sheet;

interface Line {
  readonly keys: readonly (readonly string[])[];
  readonly does: string;
}

const FIXED: readonly Line[] = [
  { keys: [['Ctrl K'], ['⌘ K']], does: words.palette },
  { keys: [['?']], does: words.sheet },
  { keys: [['/']], does: words.filter },
  { keys: [['↑'], ['↓']], does: words.rows },
  { keys: [['Enter']], does: words.open },
  { keys: [['['], [']']], does: words.tabs },
];

interface Props {
  readonly screens: readonly Screen[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Which keys do what, and the switch for those that are letters alone. */
export const ShortcutSheet = ({ screens, opened, onClose }: Props) => {
  const pages = screens.flatMap(({ to, label, group }): readonly Line[] => {
    const letter = letterOf(to);
    return letter === undefined
      ? []
      : [{ keys: [['g', letter]], does: words.go(group === undefined ? label : `${group}, ${label}`) }];
  });
  return (
    <Dialog opened={opened} title={words.title} size={720} onClose={onClose}>
      <ShortcutSwitch />
      <dl className={styles.sheet}>
        {[...FIXED, ...pages].map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((each, at) => (
                <span key={each.join(' ')}>
                  {at > 0 && ` ${words.or} `}
                  <Keys keys={each} />
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
