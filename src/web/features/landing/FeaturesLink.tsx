import { Link } from '@tanstack/react-router';
import { landing } from '#web/words/landing.ts';

/** To the features list within the landing page, which everybody may see. */
export const FeaturesLink = ({ className }: { readonly className: string }) => (
  <Link
    to="/"
    search={{ show: 'features' }}
    resetScroll={false}
    className={className}
    activeOptions={{ includeSearch: true, exact: true }}
  >
    {landing.features}
  </Link>
);
