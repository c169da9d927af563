import { logsFrom } from '#server/app/logs.ts';

/** Tells of what should not happen while something is measured. */
export const log = logsFrom('warn')({ module: 'bench', category: 'other' });
