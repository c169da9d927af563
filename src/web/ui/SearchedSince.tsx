import kit from './kit.module.css';
import { TimeText } from './TimeText.tsx';

interface Props {
  readonly words: {
    /** Stands before the moment. */
    readonly searched: string;
    /** What the button does. */
    readonly older: string;
  };
  readonly since: string;
  readonly onOlder: (endDate: string) => void;
}

/** Says how far a search has got that took long, and goes on with it. */
export const SearchedSince = ({ words, since, onOlder }: Props) => (
  <p role="status">
    {words.searched} <TimeText iso={since} />{' '}
    <button type="button" className={kit.link} onClick={() => onOlder(since)}>
      {words.older}
    </button>
  </p>
);
