import type { Title } from '#contracts/catalog.ts';
import { records as words } from '#web/words/records.ts';

export type Trailer = NonNullable<Title['trailers']>[number];

interface Video {
  readonly label: string;
  readonly url: string;
}

/** Only what a browser may be led to. */
const isVideo = (url: string): boolean => url.startsWith('https://');

export const videosOf = ({ trailersQualities }: Trailer): readonly Video[] =>
  trailersQualities
    .filter(({ urlVideo }) => isVideo(urlVideo))
    .map(({ quality, urlVideo }) => ({
      label: quality === null ? words.unknownQuality : `${quality}p`,
      url: urlVideo,
    }));

/** Quality 1080, else 720, else the first, of the first trailer that has any; null where none has. */
export const trailerOf = (trailers: readonly Trailer[]): string | null => {
  const videos = trailers
    .map(({ trailersQualities }) => trailersQualities.filter(({ urlVideo }) => isVideo(urlVideo)))
    .find((qualities) => qualities.length > 0);
  const chosen = [1080, 720].map((wanted) => videos?.find(({ quality }) => quality === wanted)).find(Boolean);
  return (chosen ?? videos?.[0])?.urlVideo ?? null;
};
