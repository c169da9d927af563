import type { FacadeShape } from './facade.ts';
import { OMDB } from './omdb.api.ts';
import { TMDB } from './tmdb.ts';

/** Every service whose clients are served in its own forms. */
export const FACADES: readonly FacadeShape[] = [OMDB, TMDB];
