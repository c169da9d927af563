import { useState } from 'react';
import { LANGUAGES, type Language, type ReadyCall, writeCall } from '#contracts/ready-calls.ts';
import copied from '#web/ui/CopyText.module.css';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { useCopy } from '#web/ui/useCopy.ts';
import { tryIt as words } from '#web/words/try-it.ts';
import { scrolls } from './AnswerBody.tsx';
import { NO_TOKEN } from './samples.ts';
import styles from './Tabs.module.css';
import { Tabs } from './Tabs.tsx';

const Copy = ({ text }: { readonly text: string }) => {
  const { state, run, close } = useCopy(text);
  return (
    <span className={copied.copy}>
      <button type="button" className={styles.copy} onClick={run}>
        {state === 'copied' ? words.copied : words.copy}
      </button>
      <span role="status" className={kit.hidden}>
        {state === 'copied' && words.copied}
      </span>
      {state === 'manual' && (
        <span className={copied.manual}>
          <input
            readOnly
            value={text}
            aria-label={words.copyByHand}
            ref={(field) => field?.select()}
            onBlur={close}
            onKeyDown={(event) => event.key === 'Escape' && close()}
          />
        </span>
      )}
    </span>
  );
};

interface Props {
  readonly call: ReadyCall;
  /** Masked on the screen, real in what is copied. */
  readonly token: string | null;
}

/** The call as a program or a shell makes it. */
export const SamplePanel = ({ call, token }: Props) => {
  const [language, setLanguage] = useState<Language>('curl');
  const write = (secret: string): string => writeCall(language, call, { text: secret });
  return (
    <Tabs
      label={words.languages}
      names={LANGUAGES}
      chosen={language}
      onChoose={setLanguage}
      aside={<Copy text={write(token ?? NO_TOKEN)} />}
    >
      {({ id, labelledBy }) => (
        <div id={id} role="tabpanel" aria-labelledby={labelledBy} className={styles.sample} {...scrolls(false)}>
          <pre>{write(token === null ? NO_TOKEN : mask(token))}</pre>
        </div>
      )}
    </Tabs>
  );
};
