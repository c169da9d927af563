import { useSearch } from '@tanstack/react-router';
import { RecordPage } from '#web/features/records/RecordPage.tsx';
import { parseRecordSearch } from '#web/features/records/record-search.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shell } from '#web/words/shell.ts';

const parse = parseRecordSearch('movie');

export const MovieDataPage = () => {
  const search = useSearch({
    from: '/admin/movie-data',
    select: (given) => parse({ ...given }),
    structuralSharing: true,
  });
  return (
    <>
      <PageHeader title={shell.pages.movieData} />
      <RecordPage kind="movie" search={search} />
    </>
  );
};
