import type { ReactNode } from 'react';
import { stats } from '#contracts/public.api.ts';
import { useCall } from '#web/lib/query.ts';
import { landing } from '#web/words/landing.ts';

interface Props {
  readonly className: string | undefined;
  /** What stands around the link, where there is one. */
  readonly wrap?: (link: ReactNode) => ReactNode;
}

/** Writes to the operator; nothing where no address is known. */
export const ContactLink = ({ className, wrap = (link) => link }: Props) => {
  const { data } = useCall(stats, undefined);
  const address = data?.data.contactEmail;
  if (!address) return null;
  return wrap(
    <a className={className} href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}>
      {landing.contact}
    </a>,
  );
};
