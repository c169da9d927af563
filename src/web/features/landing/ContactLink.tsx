import { stats } from '#contracts/public.api.ts';
import { tell } from '#web/lib/messages.ts';
import { tellOf, useCall } from '#web/lib/query.ts';
import { landing } from '#web/words/landing.ts';
import styles from './ContactLink.module.css';

/** Writes to the operator; where no address is known it says so. It has its place from the first. */
export const ContactLink = ({ className }: { readonly className: string | undefined }) => {
  const { data, error, isPending } = useCall(stats, undefined);
  const address = data?.data.contactEmail;
  if (address)
    return (
      <a className={className} href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}>
        {landing.contact}
      </a>
    );
  return (
    <button
      type="button"
      className={`${styles.plain} ${className ?? ''}`}
      disabled={isPending}
      onClick={() => (error ? tellOf(error) : tell(landing.noContact))}
    >
      {landing.contact}
    </button>
  );
};
