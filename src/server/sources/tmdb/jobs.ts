import type { CrewType } from '#contracts/crew.ts';

/** The jobs of a department in the order in which they are looked at, and what all its other jobs are. */
interface Department {
  readonly jobs: readonly (readonly [RegExp, CrewType])[];
  readonly rest: CrewType;
}

const DEPARTMENTS: Readonly<Record<string, Department>> = {
  Directing: {
    jobs: [
      [/assistant director|second unit/i, 'ASSISTANT_DIRECTOR'],
      [/director$/i, 'DIRECTOR'],
    ],
    rest: 'MISCELLANEOUS',
  },
  Writing: { jobs: [], rest: 'WRITER' },
  Creator: { jobs: [], rest: 'WRITER' },
  Production: {
    jobs: [
      [/producer|produzent/i, 'PRODUCER'],
      [/^casting(?: director)?$/i, 'CASTING_DIRECTOR'],
      [/casting/i, 'CASTING_DEPARTMENT'],
      [/production manager|unit manager|herstellungsleitung/i, 'PRODUCTION_MANAGER'],
      [/location/i, 'LOCATION_MANAGEMENT'],
    ],
    rest: 'MISCELLANEOUS',
  },
  Sound: {
    jobs: [
      [/^(?:original music composer|music|composer)$/i, 'COMPOSER'],
      [/music|song|soundtrack|scor(?:e|ing)|orchestra|vocal|conductor|singer/i, 'MUSIC_DEPARTMENT'],
    ],
    rest: 'SOUND_DEPARTMENT',
  },
  Camera: { jobs: [[/^director of photography$/i, 'CINEMATOGRAPHER']], rest: 'CAMERA_DEPARTMENT' },
  Lighting: { jobs: [], rest: 'CAMERA_DEPARTMENT' },
  Editing: { jobs: [[/^(?:co-)?editor$/i, 'EDITOR']], rest: 'EDITORIAL_DEPARTMENT' },
  Art: {
    jobs: [
      [/^production design(?:er)?$/i, 'PRODUCTION_DESIGNER'],
      [/^art direct(?:ion|or)$/i, 'ART_DIRECTOR'],
      [/^set decorat(?:ion|or)$/i, 'SET_DECORATOR'],
      [/location/i, 'LOCATION_MANAGEMENT'],
    ],
    rest: 'ART_DEPARTMENT',
  },
  'Costume & Make-Up': {
    jobs: [
      [/^(?:co-)?costume design(?:er)?$/i, 'COSTUME_DESIGNER'],
      [/make-?up|hair|wig|maske|facial/i, 'MAKE_UP_DEPARTMENT'],
    ],
    rest: 'COSTUME_DEPARTMENT',
  },
  'Visual Effects': {
    jobs: [
      [/anima/i, 'ANIMATION_DEPARTMENT'],
      [/special effects/i, 'SPECIAL_EFFECTS'],
    ],
    rest: 'VISUAL_EFFECTS',
  },
  Crew: {
    jobs: [
      [/stunt/i, 'STUNTS'],
      [/special effects/i, 'SPECIAL_EFFECTS'],
      [/transport|driver|picture car/i, 'TRANSPORTATION_DEPARTMENT'],
      [/thanks/i, 'THANKS'],
    ],
    rest: 'MISCELLANEOUS',
  },
  Actors: { jobs: [[/stunt/i, 'STUNTS']], rest: 'MISCELLANEOUS' },
};

/** Which of our kinds of crew a job at TMDB is; every one is of some kind. */
export const crewTypeOf = (department: string | null, job: string | null): CrewType => {
  const known = DEPARTMENTS[department ?? ''];
  return known?.jobs.find(([words]) => words.test(job ?? ''))?.[1] ?? known?.rest ?? 'MISCELLANEOUS';
};
