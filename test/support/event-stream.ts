import { get, type IncomingMessage } from 'node:http';

export interface Heard {
  readonly id: string;
  readonly data: string | null;
}

/** The events in what has come of a stream; the rest is not whole yet. */
export const eventsIn = (text: string): readonly Heard[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      return { id: fields.get('id') ?? '', data: fields.get('data') ?? null };
    });

/** A reader as browsers are: it begins again, after its last id, whenever the stream ends. */
export const follow = (url: () => string, token: string) => {
  const told: Heard[] = [];
  const statuses: number[] = [];
  let last = '';
  let gone = false;
  let answer: IncomingMessage | undefined;
  const again = (): void => {
    if (!gone) setTimeout(open, 50);
  };
  const open = (): void => {
    const headers = { authorization: `Bearer ${token}`, ...(last && { 'last-event-id': last }) };
    const asking = get(url(), { headers, agent: false }, (response) => {
      answer = response;
      statuses.push(response.statusCode ?? 0);
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        rest += text;
        const whole = rest.lastIndexOf('\n\n') + 2;
        if (whole === 1) return;
        for (const event of eventsIn(rest.slice(0, whole))) {
          last = event.id;
          if (event.data !== null) told.push(event);
        }
        rest = rest.slice(whole);
      });
      response.on('error', () => {});
      response.on('close', again);
    });
    asking.on('error', again);
  };
  open();
  return {
    told,
    statuses,
    last: () => last,
    leave: (): void => {
      gone = true;
      answer?.destroy();
    },
  };
};
