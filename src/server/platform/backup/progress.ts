/** How far a backup or a restore is. */
export interface BackupProgress {
  readonly phase: 'waiting' | 'writing' | 'pictures' | 'checking' | 'loading' | 'building';
  /** What is at work now. */
  readonly file: string;
  /** Rows, pictures or bytes, as the phase has it. */
  readonly done: number;
  readonly all: number;
}

export interface Watched {
  readonly tell: (progress: BackupProgress) => void;
  /** Ends the work with its reason. */
  readonly signal: AbortSignal;
}
