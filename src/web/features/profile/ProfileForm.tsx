import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Profile, profile as profileCall, profileChange } from '#contracts/profile.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { setDarkTheme, useScheme, useThemeChoice } from '#web/lib/scheme.ts';
import { keepProfile } from '#web/lib/session.ts';
import { store, stored } from '#web/lib/stored.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import { Secret } from '#web/ui/Secret.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { profile as words } from '#web/words/profile.ts';
import styles from './profile.module.css';
import { type ProfileDraft, profileProblems } from './profile-problems.ts';

const LABELS = { maxRequests: words.maxRequests, maxRegs: words.maxRegs };
const NUMBER = { inputMode: 'numeric', autoComplete: 'off', required: true, withAsterisk: false } as const;
/** Answers that overtake each other would leave the older theme. */
const ONE_AFTER_ANOTHER = { scope: { id: profileChange.name } };

/** The own profile; the theme changes with the switch, the rest with Save. */
export const ProfileForm = ({ profile }: { readonly profile: Profile }) => {
  const change = useSend(profileChange, ONE_AFTER_ANOTHER);
  const theme = useSend(profileChange, ONE_AFTER_ANOTHER);
  const queries = useQueryClient();
  const isDark = useScheme() === 'dark';
  const followsSystem = useThemeChoice() === 'system';
  const form = useRecordForm<Profile, ProfileDraft>({
    name: 'profile',
    record: profile,
    valuesOf: (one) => {
      const { maxRequests, maxRegs } = one ?? profile;
      return { maxRequests: String(maxRequests), maxRegs: String(maxRegs) };
    },
    labels: LABELS,
    rules: profileProblems,
    send: ({ maxRequests, maxRegs }, over) =>
      change.mutateAsync({
        body: {
          ...(over ?? profile),
          maxRequests: Number(maxRequests),
          maxRegs: Number(maxRegs),
          // What the system happens to show is nobody's choice.
          darkTheme: followsSystem ? profile.darkTheme : Number(isDark),
        },
      }),
    onSaved: (saved) => {
      // A choice that was made while the answer was on its way is the newer one.
      const { darkTheme, followsSystem: follows } = stored();
      if (follows || Number(darkTheme) !== saved.darkTheme) store({ regsPerPage: String(saved.maxRegs) });
      else keepProfile(saved);
      tell(words.saved, 'success');
      // Every list has another length now.
      void queries.invalidateQueries();
    },
    onRest: tellOf,
  });

  const switchTo = (darkTheme: number): void => {
    setDarkTheme(darkTheme);
    const { maxRequests, maxRegs } = profile;
    theme.mutate(
      { body: { maxRequests, maxRegs, darkTheme } },
      { onSuccess: (result) => queries.setQueryData(keyOf(profileCall), result), onError: tellOf },
    );
  };

  return (
    <RecordForm form={form}>
      <div className={styles.form}>
        <div>
          <span className={styles.name}>{words.email}</span>
          <CopyText value={profile.email} label="email">
            <span className={styles.plain}>{profile.email}</span>
          </CopyText>
        </div>
        <div>
          <span className={styles.name}>{words.token}</span>
          <Secret value={profile.token} label="token" />
        </div>
        <TextInput
          {...form.text('maxRequests')}
          {...NUMBER}
          label={words.maxRequests}
          description={words.maxRequestsHint}
          maxLength={10}
        />
        <TextInput
          {...form.text('maxRegs')}
          {...NUMBER}
          label={words.maxRegs}
          description={words.maxRegsHint}
          maxLength={3}
        />
        <div>
          <YesNo label={words.darkTheme} value={isDark} onChange={(dark) => switchTo(Number(dark))} />
          {followsSystem && <p className={styles.note}>{words.systemNote}</p>}
        </div>
      </div>
    </RecordForm>
  );
};
