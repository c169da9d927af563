import { bytes } from '#web/lib/numbers.ts';

export interface FileRules {
  /** Endings with their dot, in small letters: `.json`. */
  readonly endings: readonly string[];
  /** Bytes. */
  readonly most: number;
}

/** Why a file is not taken; null where it is. */
export const refusalOf = (
  { name, size }: { name: string; size: number },
  { endings, most }: FileRules,
): string | null => {
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending))) return `${name} is none of ${endings.join(', ')}`;
  if (size === 0) return `${name} is empty`;
  return size > most ? `${name} is larger than ${bytes(most)}` : null;
};
