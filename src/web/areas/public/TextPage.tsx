import type { SiteText } from '#contracts/site-texts.ts';
import { siteText } from '#contracts/status.api.ts';
import { useCall } from '#web/lib/query.ts';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import { Markdown } from '#web/ui/Markdown.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shell } from '#web/words/shell.ts';
import { site } from '#web/words/site.ts';

/** What the operator says, under a title of ours. */
const TextPage = ({ text }: { readonly text: SiteText }) => {
  const { data, error, refetch } = useCall(siteText, { params: { text } });
  const isNone = error?.reason === 'text_unknown';
  return (
    <>
      <PageHeader title={shell.texts[text]} />
      {isNone && <EmptyState title={site.noText} />}
      {error && !isNone && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <Markdown source={data.data} />}
    </>
  );
};

export const TermsPage = () => <TextPage text="terms" />;
export const PrivacyPage = () => <TextPage text="privacy" />;
