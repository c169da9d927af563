import { IconRefresh } from '@tabler/icons-react';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import { useUpdate } from './useUpdate.ts';

interface Props {
  readonly id: string;
  readonly name: string;
}

/** Fetches anew a record that a list names. It keeps the focus while that is under way. */
export const UpdateIcon = ({ id, name }: Props) => {
  const { isPending, update } = useUpdate(id);
  const label = words.fetch.updateOf(name);
  return (
    <button
      type="button"
      className={kit.icon}
      aria-label={label}
      title={label}
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={() => !isPending && update()}
    >
      <IconRefresh size={16} aria-hidden />
    </button>
  );
};
