import { useState } from 'react';
import copied from '#web/ui/CopyText.module.css';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { useCopy } from '#web/ui/useCopy.ts';
import { tryIt as words } from '#web/words/try-it.ts';
import { scrolls } from './AnswerBody.tsx';
import { LANGUAGES, type Language, NO_TOKEN, sampleIn, type Wanted } from './samples.ts';
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

/** The origin of this page; none where the page is only being built. */
const origin = typeof window === 'undefined' ? '' : window.location.origin;

interface Props {
  readonly wanted: Wanted;
  /** Masked on the screen, real in what is copied. */
  readonly token: string | null;
}

/** The call as curl, JavaScript or Python. */
export const SamplePanel = ({ wanted, token }: Props) => {
  const [language, setLanguage] = useState<Language>('curl');
  const write = (secret: string): string => sampleIn(language, wanted, origin, secret);
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
