import { useSearch } from '@tanstack/react-router';
import { NewRecordButton } from '#web/features/records/NewRecordButton.tsx';
import { RecordPage } from '#web/features/records/RecordPage.tsx';
import { parseRecordSearch } from '#web/features/records/record-search.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shell } from '#web/words/shell.ts';
import { RECORD_TOOLS } from './record-tools.ts';

const parse = parseRecordSearch('movie');

export const MovieDataPage = () => {
  const search = useSearch({
    from: '/admin/movie-data',
    select: (given) => parse({ ...given }),
    structuralSharing: true,
  });
  return (
    <>
      <PageHeader title={shell.pages.movieData} actions={<NewRecordButton kind="movie" tools={RECORD_TOOLS} />} />
      <RecordPage kind="movie" search={search} tools={RECORD_TOOLS} />
    </>
  );
};
