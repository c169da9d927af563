/** What one connection, and one network address, may ask of a node. */
export interface Limits {
  /** Connections of one network address. */
  readonly perAddress: number;
  /** Ms until CONNECT must have been let in. */
  readonly connectMs: number;
  /** Bytes until CONNECT is whole: a stranger has no room for more, since thousands of them may come at once. */
  readonly stranger: number;
  /** Bytes of a frame. */
  readonly frame: number;
  /** Bytes that wait for a slow reader. */
  readonly unread: number;
  /** Frames at once, and frames a second in the long run. */
  readonly burst: number;
  readonly rate: number;
  /** So many bytes cost as much as a frame. */
  readonly dearBytes: number;
  /** Ms between two looks whether there is any sign of life; the second one without ends the connection. */
  readonly silenceMs: number;
  /** Ms that the other side has to say goodbye too. */
  readonly goodbyeMs: number;
  /** Ms between two looks at who is connected, for what nobody has told of. */
  readonly checkMs: number;
}

export const LIMITS: Limits = {
  perAddress: 20,
  connectMs: 5_000,
  stranger: 4 * 1024,
  frame: 64 * 1024,
  unread: 1024 * 1024,
  burst: 100,
  rate: 20,
  dearBytes: 4_096,
  silenceMs: 45_000,
  goodbyeMs: 1_000,
  checkMs: 60_000,
};

const SECOND_MS = 1_000;

/** What a connection may still send: it fills up with time. */
export const createAllowance = (
  { burst, rate }: Pick<Limits, 'burst' | 'rate'>,
  ticks: () => number = () => performance.now(),
) => {
  let left = burst;
  let since = ticks();
  return {
    /** Takes that much; false: there is not so much left. */
    spend: (cost: number): boolean => {
      const now = ticks();
      left = Math.min(burst, left + ((now - since) / SECOND_MS) * rate) - cost;
      since = now;
      return left >= 0;
    },
  };
};
