/**
 * The 29 kinds of crew in their fixed order. A credit's `role` is 0 for an actor and otherwise the position here, from 1:
 * the numbers stand in the database, so the order never changes.
 */
export const CREW_TYPES = [
  'DIRECTOR',
  'WRITER',
  'PRODUCER',
  'COMPOSER',
  'CINEMATOGRAPHER',
  'EDITOR',
  'CASTING_DIRECTOR',
  'PRODUCTION_DESIGNER',
  'ART_DIRECTOR',
  'SET_DECORATOR',
  'COSTUME_DESIGNER',
  'MAKE_UP_DEPARTMENT',
  'PRODUCTION_MANAGER',
  'ASSISTANT_DIRECTOR',
  'ART_DEPARTMENT',
  'SOUND_DEPARTMENT',
  'SPECIAL_EFFECTS',
  'VISUAL_EFFECTS',
  'STUNTS',
  'CAMERA_DEPARTMENT',
  'ANIMATION_DEPARTMENT',
  'CASTING_DEPARTMENT',
  'COSTUME_DEPARTMENT',
  'EDITORIAL_DEPARTMENT',
  'LOCATION_MANAGEMENT',
  'MUSIC_DEPARTMENT',
  'TRANSPORTATION_DEPARTMENT',
  'MISCELLANEOUS',
  'THANKS',
] as const;

export type CrewType = (typeof CREW_TYPES)[number];

export const ACTOR_ROLE = 0;

/** The number a crew type has in the database, 1 to 29. */
export const crewRole = (type: CrewType): number => CREW_TYPES.indexOf(type) + 1;
