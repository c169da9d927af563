import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewRecordButton } from '#web/features/records/NewRecordButton.tsx';
import { RecordPage } from '#web/features/records/RecordPage.tsx';
import { parseRecordSearch } from '#web/features/records/record-search.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shell } from '#web/words/shell.ts';
import { RECORD_TOOLS } from './record-tools.ts';

const parse = parseRecordSearch('name');

export const NameDataPage = () => {
  const { new: asked, ...search } = useSearch({
    from: '/admin/name-data',
    select: (given) => parse({ ...given }),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={shell.pages.nameData}
        actions={
          <NewRecordButton
            kind="name"
            tools={RECORD_TOOLS}
            asked={asked === '1'}
            onAsked={() => void navigate({ to: '/admin/name-data', search, replace: true })}
          />
        }
      />
      <RecordPage kind="name" search={search} tools={RECORD_TOOLS} />
    </>
  );
};
