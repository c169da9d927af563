import { expect, it } from 'vitest';
import { trailerOf } from './trailer.ts';

const trailer = (...qualities: readonly (number | null)[]) => ({
  name: 'Trailer',
  trailersQualities: qualities.map((quality) => ({ quality, urlVideo: `https://videos.example/${quality}` })),
});

it.each([
  [[trailer(480, 720, 1080)], '1080'],
  [[trailer(480, 720, 2160)], '720'],
  [[trailer(480, 360)], '480'],
  [[trailer(null, 360)], 'null'],
  [[trailer(), trailer(720)], '720'],
])('of %j it is %s', (trailers, video) => expect(trailerOf(trailers)).toBe(`https://videos.example/${video}`));

it('there is none without a video, and none that leads elsewhere than to a page', () => {
  expect(trailerOf([])).toBeNull();
  expect(
    trailerOf([{ name: 'x', trailersQualities: [{ quality: 1080, urlVideo: 'javascript:alert(1)' }] }]),
  ).toBeNull();
});
