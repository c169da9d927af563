// Invented answers in the form of TMDB's.

const person = (id: number, name: string) => ({ id, name, profile_path: null });

const MOVIE = {
  ...{ id: 11, imdb_id: 'tt0000011', title: 'Mill', original_title: 'Moulin', original_language: 'fr', adult: false },
  ...{ release_date: '1931-03-05', runtime: 88, overview: 'A miller counts.', popularity: '3.5', video: false },
  ...{ poster_path: '/mill.jpg', budget: 1000, revenue: 0, tagline: '' },
  genres: [
    { id: 878, name: 'Science Fiction' },
    { id: 18, name: 'Drama' },
  ],
  production_countries: [{ iso_3166_1: 'FR', name: 'France' }],
  spoken_languages: [
    { iso_639_1: 'fr', name: 'Français' },
    { iso_639_1: 'cn', name: '广州话' },
    { iso_639_1: 'xx', name: 'No Language' },
  ],
  alternative_titles: {
    titles: [
      { iso_3166_1: 'DE', title: 'Die Mühle', type: '' },
      { iso_3166_1: 'US', title: 'The Mill', type: 'working title' },
      { iso_3166_1: 'ES', title: ' ', type: '' },
    ],
  },
  credits: {
    cast: [
      { ...person(3, 'Cy Lund'), character: 'Bo / Ox (voice) (uncredited)', order: 12 },
      { ...person(1, 'Ada Roth'), character: 'Ann', order: 0 },
      { ...person(9, 'Nobody Known'), character: 'Extra', order: 20 },
    ],
    crew: [
      { ...person(2, 'Ben Oak'), department: 'Directing', job: 'Director' },
      { ...person(2, 'Ben Oak'), department: 'Writing', job: 'Story' },
      { ...person(2, 'Ben Oak'), department: 'Writing', job: 'Screenplay' },
      { ...person(1, 'Ada Roth'), department: 'Writing', job: 'Idea' },
      { ...person(3, 'Cy Lund'), department: 'Nowhere yet', job: 'Owl' },
    ],
  },
  keywords: { keywords: [{ id: 1, name: 'mill' }] },
  videos: {
    results: [
      { name: 'Trailer', key: 'a_B-1', site: 'YouTube', type: 'Trailer', size: 720 },
      { name: 'Clip', key: 'x', site: 'YouTube', type: 'Clip', size: 720 },
      { name: 'Teaser', key: '9', site: 'Vimeo', type: 'Teaser', size: 1080 },
      { name: 'Elsewhere', key: '9', site: 'Else', type: 'Trailer', size: 1080 },
      { name: 'Odd', key: '"><', site: 'YouTube', type: 'Trailer', size: 1080 },
    ],
  },
  release_dates: {
    results: [
      { iso_3166_1: 'FR', release_dates: [{ certification: 'U', release_date: '1931-03-05T00:00:00.000Z', type: 3 }] },
      {
        iso_3166_1: 'US',
        release_dates: [
          { certification: 'PG', release_date: '1931-02-01T00:00:00.000Z', type: 1 },
          { certification: 'R', release_date: '1932-01-01T00:00:00.000Z', type: 3 },
        ],
      },
    ],
  },
  recommendations: {
    results: [
      { id: 12, title: 'Harbour' },
      { id: 13, title: 'Nowhere' },
    ],
  },
  external_ids: { imdb_id: 'tt0000011', wikidata_id: 'Q11' },
};

const SERIES = {
  ...{ id: 21, name: 'Tide', original_name: 'Tide', first_air_date: '2001-05-06', last_air_date: '2003-05-06' },
  ...{ in_production: false, type: 'Scripted', episode_run_time: [45], overview: '', origin_country: ['US'] },
  ...{ original_language: 'en', spoken_languages: [], poster_path: null },
  genres: [{ id: 10765, name: 'Sci-Fi & Fantasy' }],
  created_by: [person(2, 'Ben Oak')],
  seasons: [{ season_number: 0 }, { season_number: 1 }],
  aggregate_credits: {
    cast: [
      {
        ...{ ...person(1, 'Ada Roth'), order: 0, total_episode_count: 2 },
        roles: [{ character: 'Ann' }, { character: 'Ann, older' }],
      },
    ],
    crew: [{ ...person(3, 'Cy Lund'), department: 'Camera', jobs: [{ job: 'Grip' }, { job: 'Loader' }] }],
  },
  content_ratings: {
    results: [
      { iso_3166_1: 'DE', rating: '16' },
      { iso_3166_1: 'US', rating: 'TV-MA' },
    ],
  },
  external_ids: { imdb_id: 'tt0000021', tvdb_id: 7 },
};

const EPISODE = { name: 'Ebb', air_date: '2001-05-06', overview: 'Water falls.', episode_number: 1, season_number: 1 };

const ADA = {
  ...{ id: 1, imdb_id: 'nm0000001', name: 'Ada Roth', birthday: '1901-02-03', deathday: '', gender: 1 },
  ...{ known_for_department: 'Acting', place_of_birth: 'Lyon, France', biography: 'Acts.', profile_path: '/ada.jpg' },
  also_known_as: ['Ada R.', ''],
  external_ids: { imdb_id: 'nm0000001', wikidata_id: 'Q1' },
};

const PARTS = 'alternative_titles,keywords,videos,recommendations,similar,external_ids';
const found = (list: string, hit: object) => ({ movie_results: [], person_results: [], tv_results: [], [list]: [hit] });

/** By path and query. */
export const TMDB_ANSWERS: Readonly<Record<string, object>> = {
  '/authentication': { success: true, status_code: 1 },
  '/find/tt0000011?external_source=imdb_id': found('movie_results', { id: 11 }),
  '/find/tt0000021?external_source=imdb_id': found('tv_results', { id: 21 }),
  '/find/tt0000022?external_source=imdb_id': found('tv_episode_results', { id: 22, show_id: 21, ...EPISODE }),
  '/find/nm0000001?external_source=imdb_id': found('person_results', { id: 1 }),
  [`/movie/11?append_to_response=credits,release_dates,${PARTS}`]: MOVIE,
  [`/tv/21?append_to_response=aggregate_credits,content_ratings,${PARTS}`]: SERIES,
  '/tv/21/season/1': {
    season_number: 1,
    episodes: [EPISODE, { ...EPISODE, name: 'Flow', air_date: '', episode_number: 2 }],
  },
  '/tv/21/season/1/episode/1?append_to_response=credits': {
    ...EPISODE,
    credits: { cast: [], crew: [{ ...person(2, 'Ben Oak'), department: 'Directing', job: 'Director' }] },
    guest_stars: [{ ...person(3, 'Cy Lund'), character: 'Guest', order: 500 }],
  },
  '/person/1?append_to_response=external_ids': ADA,
  '/person/1/external_ids': { imdb_id: 'nm0000001' },
  '/person/2/external_ids': { imdb_id: 'nm0000002' },
  '/person/3/external_ids': { imdb_id: 'nm0000003' },
  '/person/9/external_ids': { imdb_id: null },
  '/movie/11/external_ids': { imdb_id: 'tt0000011' },
  '/movie/12/external_ids': { imdb_id: 'tt0000012' },
  '/movie/13/external_ids': { imdb_id: '' },
  '/tv/21/external_ids': { imdb_id: 'tt0000021' },
  '/tv/21/season/1/episode/1/external_ids': { imdb_id: 'tt0000022' },
  '/tv/21/season/1/episode/2/external_ids': { imdb_id: null },
  '/search/movie?query=Mill': {
    results: [
      { id: 11, title: 'Mill', release_date: '1931-03-05', poster_path: '/mill.jpg' },
      { id: 13, title: 'Millet' },
    ],
  },
  '/search/tv?query=Mill': { results: [{ id: 21, name: 'Tide mill', first_air_date: '' }] },
};
