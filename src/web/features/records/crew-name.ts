import type { CrewType } from '#contracts/crew.ts';

/** CASTING_DIRECTOR as `Casting director`. */
export const crewName = (type: CrewType | string): string => {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};
