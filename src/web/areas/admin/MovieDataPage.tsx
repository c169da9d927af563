import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewRecordButton } from '#web/features/records/NewRecordButton.tsx';
import { RecordPage } from '#web/features/records/RecordPage.tsx';
import { parseRecordSearch } from '#web/features/records/record-search.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shell } from '#web/words/shell.ts';
import { RECORD_TOOLS } from './record-tools.ts';

const parse = parseRecordSearch('movie');

export const MovieDataPage = () => {
  const { new: asked, ...search } = useSearch({
    from: '/admin/movie-data',
    select: (given) => parse({ ...given }),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={shell.pages.movieData}
        actions={
          <NewRecordButton
            kind="movie"
            tools={RECORD_TOOLS}
            asked={asked === '1'}
            onAsked={() => void navigate({ to: '/admin/movie-data', search, replace: true })}
          />
        }
      />
      <RecordPage kind="movie" search={search} tools={RECORD_TOOLS} />
    </>
  );
};
