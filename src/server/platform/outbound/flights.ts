/** The value, or the reason of the signal, whichever comes first. */
const until = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    // The work has begun before this, and may have taken its time.
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly end: AbortController;
  waiting: number;
}

/** One piece of work for all who ask for the same at the same time; it ends early when all of them have left. */
export const createFlights = <T>() => {
  const flights = new Map<string, Flight<T>>();
  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const end = new AbortController();
    const flight: Flight<T> = { answer: work(end.signal), end, waiting: 0 };
    // Nobody may be left to hear that it failed.
    flight.answer.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  };
  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const flight = flights.get(key) ?? begin(key, work);
    flight.waiting += 1;
    try {
      return await until(flight.answer, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        if (flights.get(key) === flight) flights.delete(key);
        flight.end.abort();
      }
    }
  };
};
