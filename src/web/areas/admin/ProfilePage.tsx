import { profile } from '#contracts/profile.api.ts';
import { SecondFactor } from '#web/areas/account/SecondFactor.tsx';
import { ShortcutSwitch } from '#web/features/palette/ShortcutSwitch.tsx';
import { ProfileForm } from '#web/features/profile/ProfileForm.tsx';
import { useCall } from '#web/lib/query.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shell } from '#web/words/shell.ts';

export const ProfilePage = () => {
  const { data, error, isPending, refetch } = useCall(profile, undefined);
  return (
    <>
      <PageHeader title={shell.pages.profile} />
      {isPending && <span className={kit.skeleton} aria-hidden="true" />}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <ProfileForm profile={data.data} />
          <ShortcutSwitch />
          <SecondFactor />
        </>
      )}
    </>
  );
};
