import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CREW_TYPES } from '#contracts/crew.ts';
import { testData } from '#test/support/test-data.ts';
import { crewTypeOf } from './jobs.ts';

it.each([
  ['Directing', 'Director', 'DIRECTOR'],
  ['Directing', 'Co-Director', 'DIRECTOR'],
  ['Directing', 'First Assistant Director', 'ASSISTANT_DIRECTOR'],
  ['Directing', 'Second Unit Director', 'ASSISTANT_DIRECTOR'],
  ['Directing', 'Script Supervisor', 'MISCELLANEOUS'],
  ['Writing', 'Screenplay', 'WRITER'],
  ['Production', 'Executive Producer', 'PRODUCER'],
  ['Production', 'Casting', 'CASTING_DIRECTOR'],
  ['Production', 'Casting Assistant', 'CASTING_DEPARTMENT'],
  ['Production', 'Unit Production Manager', 'PRODUCTION_MANAGER'],
  ['Production', 'Assistant Location Manager', 'LOCATION_MANAGEMENT'],
  ['Production', 'Publicist', 'MISCELLANEOUS'],
  ['Sound', 'Original Music Composer', 'COMPOSER'],
  ['Sound', 'Music Supervisor', 'MUSIC_DEPARTMENT'],
  ['Sound', 'Boom Operator', 'SOUND_DEPARTMENT'],
  ['Camera', 'Director of Photography', 'CINEMATOGRAPHER'],
  ['Camera', 'Grip', 'CAMERA_DEPARTMENT'],
  ['Lighting', 'Gaffer', 'CAMERA_DEPARTMENT'],
  ['Editing', 'Editor', 'EDITOR'],
  ['Editing', 'Color Timer', 'EDITORIAL_DEPARTMENT'],
  ['Art', 'Production Design', 'PRODUCTION_DESIGNER'],
  ['Art', 'Art Direction', 'ART_DIRECTOR'],
  ['Art', 'Set Decoration', 'SET_DECORATOR'],
  ['Art', 'Location Scout', 'LOCATION_MANAGEMENT'],
  ['Art', 'Assistant Art Director', 'ART_DEPARTMENT'],
  ['Costume & Make-Up', 'Costume Design', 'COSTUME_DESIGNER'],
  ['Costume & Make-Up', 'Hairstylist', 'MAKE_UP_DEPARTMENT'],
  ['Costume & Make-Up', 'Shoe Design', 'COSTUME_DEPARTMENT'],
  ['Visual Effects', 'Animation Supervisor', 'ANIMATION_DEPARTMENT'],
  ['Visual Effects', 'Special Effects Supervisor', 'SPECIAL_EFFECTS'],
  ['Visual Effects', 'VFX Artist', 'VISUAL_EFFECTS'],
  ['Crew', 'Utility Stunts', 'STUNTS'],
  ['Crew', 'Special Effects Coordinator', 'SPECIAL_EFFECTS'],
  ['Crew', 'Transportation Captain', 'TRANSPORTATION_DEPARTMENT'],
  ['Crew', 'Thanks', 'THANKS'],
  ['Crew', 'Chef', 'MISCELLANEOUS'],
  ['Actors', 'Stunt Double', 'STUNTS'],
  ['Nowhere yet', 'Anything', 'MISCELLANEOUS'],
] as const)('%s: %s is of %s', (department, job, type) => {
  expect(crewTypeOf(department, job)).toBe(type);
});

it('is of some kind, whatever TMDB says', () => {
  expect([crewTypeOf(null, null), crewTypeOf('Sound', null)]).toEqual(['MISCELLANEOUS', 'SOUND_DEPARTMENT']);
});

const recorded = testData('tmdb_php-tmdb', 'jobs', 'list.json');
it.skipIf(recorded === null)('knows every department that TMDB lists, and each of its jobs is of some kind', () => {
  const { jobs } = JSON.parse(readFileSync(recorded ?? '', 'utf8')) as {
    jobs: { department: string; job_list: string[] }[];
  };
  const types = jobs.flatMap(({ department, job_list }) => job_list.map((job) => crewTypeOf(department, job)));
  expect(types.length).toBeGreaterThan(300);
  expect(types.filter((type) => !CREW_TYPES.includes(type))).toEqual([]);
  const strange = jobs.filter(({ department }) => crewTypeOf(department, 'x') === crewTypeOf('no department', 'x'));
  expect(strange.map(({ department }) => department).toSorted()).toEqual(['Actors', 'Crew', 'Directing', 'Production']);
});
