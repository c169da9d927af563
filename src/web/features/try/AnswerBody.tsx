import { bytes } from '#web/lib/numbers.ts';
import { codeTone } from '#web/lib/status.ts';
import { JsonView } from '#web/ui/JsonView.tsx';
import { tryIt as words } from '#web/words/try-it.ts';
import styles from './AnswerPanel.module.css';
import type { Answer } from './request.ts';

/** A box that scrolls must be reached by the keyboard; one that holds a tree is reached through it. */
export const scrolls = (holdsTree: boolean) => ({ tabIndex: holdsTree ? -1 : 0 });

/** Why no answer came. */
export const problemOf = (error: unknown): string =>
  error instanceof DOMException && error.name === 'TimeoutError' ? words.tooLate : words.noContact;

export const toneOf = (status: number) => {
  const tone = codeTone(status);
  return tone === 'none' ? 'neutral' : tone;
};

/** What an answer holds: JSON as a tree, of anything else only what it is. */
export const AnswerBody = ({ body }: Pick<Answer, 'body'>) => {
  if (body.kind === 'json') return <JsonView value={body.value} label={words.answer} />;
  return <p className={styles.note}>{body.bytes === 0 ? words.empty : words.other(body.type, bytes(body.bytes))}</p>;
};
