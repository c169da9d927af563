/** What a colour means here. `none` is the plain ground of a row ("otherwise white"), `solid` the loudest there is. */
export type Tone = 'success' | 'warning' | 'danger' | 'primary' | 'info' | 'neutral' | 'solid';
export type RowTone = 'success' | 'warning' | 'danger' | 'primary' | 'info' | 'none';
export type StatusMap = Readonly<Record<string, Tone>>;

/** What `map` says of `status`; a status it does not know is neutral. */
export const toneOf = (map: StatusMap, status: string): Tone =>
  (Object.hasOwn(map, status) && map[status]) || 'neutral';

/** A token is green when VALID, else red. */
export const tokenTone = (status: string): Tone => (status === 'VALID' ? 'success' : 'danger');

/** A payment is green when COMPLETED; CANCELLED, CREATED and REFUNDED are red. */
export const PAYMENT: StatusMap = { COMPLETED: 'success', CANCELLED: 'danger', CREATED: 'danger', REFUNDED: 'danger' };

/** A day of the service. */
export const SERVICE_DAY: StatusMap = { FINE: 'success', TROUBLED: 'warning', FAILING: 'danger', QUIET: 'neutral' };

/** The task list, where CANCELLED is a success. The progress bar has rules of its own. */
export const TASK: StatusMap = {
  FINISHED: 'success',
  CANCELLED: 'success',
  WAITING: 'warning',
  CANCELLING: 'warning',
  ERROR: 'danger',
  EXECUTING: 'primary',
  READY: 'info',
};

export interface TaskBar {
  readonly tone: Tone;
  /** 0 to 100. */
  readonly percent: number;
  readonly animated: boolean;
}

const BAR: StatusMap = { ...TASK, CANCELLED: 'warning' };
const FULL = ['WAITING', 'CANCELLED'];
const FULL_AT_ZERO = ['FINISHED', 'EXECUTING', 'ERROR'];
const STILL = ['CANCELLED', 'FINISHED', 'ERROR'];

/**
 * WAITING and CANCELLED full width in a warning colour (CANCELLED not animated), FINISHED green, ERROR red;
 * FINISHED, EXECUTING or ERROR with 0 percent full width.
 */
export const taskBar = (status: string, percent: number): TaskBar => {
  const bounded = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
  const full = FULL.includes(status) || (bounded === 0 && FULL_AT_ZERO.includes(status));
  return { tone: toneOf(BAR, status), percent: full ? 100 : bounded, animated: !STILL.includes(status) };
};

const CODE_TONES = new Map<number, RowTone>([
  [1, 'info'],
  [2, 'success'],
  [4, 'warning'],
  [5, 'danger'],
]);

/** 2xx green, 1xx info, 4xx warning, 5xx red, others white. */
export const codeTone = (code: number): RowTone => CODE_TONES.get(Math.floor(code / 100)) ?? 'none';

const LOG_TONES = new Map<string, RowTone>([
  ['DEBUG', 'success'],
  ['INFO', 'info'],
  ['WARN', 'warning'],
  ['ERROR', 'danger'],
]);

/** The row of a log: DEBUG green, INFO blue, WARN orange, ERROR red, others white. */
export const logTone = (level: string): RowTone => LOG_TONES.get(level) ?? 'none';

/** The badge of a level; FATAL is louder than ERROR, TRACE quieter than the rest. */
export const LOG_LEVEL: StatusMap = {
  TRACE: 'neutral',
  DEBUG: 'success',
  INFO: 'info',
  WARN: 'warning',
  ERROR: 'danger',
  FATAL: 'solid',
};
