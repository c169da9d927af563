import { type ReactNode, useState } from 'react';
import { tryIt as words } from '#web/words/try-it.ts';
import { CallFrame } from './CallFrame.tsx';
import { addressOf } from './request.ts';
import { useRun } from './useRun.ts';

interface Props {
  /** What the field holds at first, such as `/api/v1/movie/tt0068646`. */
  readonly path: string;
  /** The API token that goes along; null calls without one. */
  readonly token: string | null;
  /** Nothing can be sent yet. */
  readonly waiting?: boolean;
  /** After every answer, whatever it was. */
  readonly onAnswered?: () => void;
  /** Above the request: a sample of the call that is set; where the path is none, of the last one that was. */
  readonly sample: (address: string) => ReactNode;
}

/** A console for any path of the API. */
export const TryIt = ({ path: first, token, waiting = false, onAnswered, sample }: Props) => {
  const [path, setPath] = useState(first);
  const [called, setCalled] = useState(window.location.origin + first);
  const [bad, setBad] = useState(false);
  const answers = useRun(onAnswered);
  return (
    <CallFrame
      label={words.anyCall}
      sample={sample(called)}
      field={{ label: words.path, value: path, maxLength: 2000 }}
      onType={(value) => {
        setPath(value);
        setBad(false);
        const address = addressOf(value, window.location.origin);
        if (address !== null) setCalled(address);
      }}
      problem={bad ? words.badPath : null}
      waiting={waiting}
      onSend={() => {
        const address = addressOf(path, window.location.origin);
        setBad(address === null);
        if (address !== null) void answers.run(address, token);
        return address !== null;
      }}
      answers={answers}
    />
  );
};
