import type { CrewType } from '#contracts/crew.ts';

export interface Work {
  readonly department: string;
  readonly job: string;
}

const work = (department: string, job: string): Work => ({ department, job });

/** Each kind of crew as one of TMDB's jobs. */
export const WORKS: Readonly<Record<CrewType, Work>> = {
  DIRECTOR: work('Directing', 'Director'),
  WRITER: work('Writing', 'Writer'),
  PRODUCER: work('Production', 'Producer'),
  COMPOSER: work('Sound', 'Original Music Composer'),
  CINEMATOGRAPHER: work('Camera', 'Director of Photography'),
  EDITOR: work('Editing', 'Editor'),
  CASTING_DIRECTOR: work('Production', 'Casting'),
  PRODUCTION_DESIGNER: work('Art', 'Production Design'),
  ART_DIRECTOR: work('Art', 'Art Direction'),
  SET_DECORATOR: work('Art', 'Set Decoration'),
  COSTUME_DESIGNER: work('Costume & Make-Up', 'Costume Design'),
  MAKE_UP_DEPARTMENT: work('Costume & Make-Up', 'Makeup Artist'),
  PRODUCTION_MANAGER: work('Production', 'Production Manager'),
  ASSISTANT_DIRECTOR: work('Directing', 'Assistant Director'),
  ART_DEPARTMENT: work('Art', 'Art Department Coordinator'),
  SOUND_DEPARTMENT: work('Sound', 'Sound Designer'),
  SPECIAL_EFFECTS: work('Crew', 'Special Effects'),
  VISUAL_EFFECTS: work('Visual Effects', 'Visual Effects'),
  STUNTS: work('Crew', 'Stunts'),
  CAMERA_DEPARTMENT: work('Camera', 'Camera Operator'),
  ANIMATION_DEPARTMENT: work('Visual Effects', 'Animation'),
  CASTING_DEPARTMENT: work('Production', 'Casting Associate'),
  COSTUME_DEPARTMENT: work('Costume & Make-Up', 'Costume Supervisor'),
  EDITORIAL_DEPARTMENT: work('Editing', 'First Assistant Editor'),
  LOCATION_MANAGEMENT: work('Production', 'Location Manager'),
  MUSIC_DEPARTMENT: work('Sound', 'Music'),
  TRANSPORTATION_DEPARTMENT: work('Crew', 'Transportation Coordinator'),
  MISCELLANEOUS: work('Crew', 'Other'),
  THANKS: work('Crew', 'Thanks'),
};

/** Words of a job that TMDB has a job of its own for. */
const JOBS: readonly (readonly [RegExp, CrewType, string])[] = [
  [/screenplay|teleplay/i, 'WRITER', 'Screenplay'],
  [/story/i, 'WRITER', 'Story'],
  [/novel|book/i, 'WRITER', 'Novel'],
  [/characters/i, 'WRITER', 'Characters'],
  [/executive producer/i, 'PRODUCER', 'Executive Producer'],
  [/co-producer/i, 'PRODUCER', 'Co-Producer'],
  [/associate producer/i, 'PRODUCER', 'Associate Producer'],
];

/** What somebody did, in TMDB's words. */
export const workOf = (type: CrewType, said: string | null): Work => {
  const found = said === null ? undefined : JOBS.find(([words, of]) => of === type && words.test(said));
  return found ? { department: WORKS[type].department, job: found[2] } : WORKS[type];
};

const PROFESSIONS: Readonly<Record<string, string>> = {
  ...{ actor: 'Acting', actress: 'Acting', director: 'Directing', assistant_director: 'Directing', writer: 'Writing' },
  ...{ producer: 'Production', casting_director: 'Production', composer: 'Sound', soundtrack: 'Sound' },
  ...{ cinematographer: 'Camera', camera_department: 'Camera', editor: 'Editing', editorial_department: 'Editing' },
  ...{ production_designer: 'Art', art_director: 'Art', art_department: 'Art', costume_designer: 'Costume & Make-Up' },
  ...{ make_up_department: 'Costume & Make-Up', visual_effects: 'Visual Effects', stunts: 'Crew' },
};

/** What somebody is known for, by the first profession that says it; empty where none does. */
export const departmentOf = (professions: readonly string[]): string =>
  professions.map((one) => PROFESSIONS[one]).find((one) => one !== undefined) ?? '';
