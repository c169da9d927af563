import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type Profile, profile as profileCall, profileChange } from '#contracts/profile.api.ts';
import { useForm } from '#web/lib/form.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { setDarkTheme, useScheme, useThemeChoice } from '#web/lib/scheme.ts';
import { keepProfile } from '#web/lib/session.ts';
import { store, stored } from '#web/lib/stored.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { profile as words } from '#web/words/profile.ts';
import styles from './profile.module.css';
import { profileProblems } from './profile-problems.ts';

/** Answers that overtake each other would leave the older theme. */
const ONE_AFTER_ANOTHER = { scope: { id: profileChange.name } };

/** The own profile; the theme changes with the switch, the rest with Save. */
export const ProfileForm = ({ profile }: { readonly profile: Profile }) => {
  const first = { maxRequests: String(profile.maxRequests), maxRegs: String(profile.maxRegs) };
  const { values, field, check } = useForm(first, profileProblems);
  const { isPending, mutate } = useSend(profileChange, ONE_AFTER_ANOTHER);
  const theme = useSend(profileChange, ONE_AFTER_ANOTHER);
  const queries = useQueryClient();
  const isDark = useScheme() === 'dark';
  const followsSystem = useThemeChoice() === 'system';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending || !check()) return;
    const body = {
      maxRequests: Number(values.maxRequests),
      maxRegs: Number(values.maxRegs),
      // What the system happens to show is nobody's choice.
      darkTheme: followsSystem ? profile.darkTheme : Number(isDark),
    };
    mutate(
      { body },
      {
        onSuccess: ({ data }) => {
          // A choice that was made while the answer was on its way is the newer one.
          const { darkTheme, followsSystem: follows } = stored();
          if (follows || Number(darkTheme) !== data.darkTheme) store({ regsPerPage: String(data.maxRegs) });
          else keepProfile(data);
          tell(words.saved, 'success');
          // Every list has another length now.
          void queries.invalidateQueries();
        },
        onError: tellOf,
      },
    );
  };
  const switchTo = (darkTheme: number): void => {
    setDarkTheme(darkTheme);
    const { maxRequests, maxRegs } = profile;
    theme.mutate(
      { body: { maxRequests, maxRegs, darkTheme } },
      { onSuccess: (result) => queries.setQueryData(keyOf(profileCall), result), onError: tellOf },
    );
  };
  const number = { inputMode: 'numeric', autoComplete: 'off', required: true, withAsterisk: false } as const;

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
        {...field('maxRequests')}
        {...number}
        label={words.maxRequests}
        description={words.maxRequestsHint}
        maxLength={10}
      />
      <TextInput
        {...field('maxRegs')}
        {...number}
        label={words.maxRegs}
        description={words.maxRegsHint}
        maxLength={3}
      />
      <div>
        <YesNo label={words.darkTheme} value={isDark} onChange={(dark) => switchTo(Number(dark))} />
        {followsSystem && <p className={styles.note}>{words.systemNote}</p>}
      </div>
      <div>
        <Button type="submit" loading={isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
};
