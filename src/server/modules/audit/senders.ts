import { type Sender, type Sending, senderFrom, sends, type Values, valuesOf } from './sender.rules.ts';

interface Seen {
  readonly method: string;
  readonly tokenId: number | null;
  readonly values: Values;
  readonly sender: Sender;
}

/** Addresses that are remembered, and senders of each. */
const ADDRESSES = 1_000;
const AT_AN_ADDRESS = 4;
/** Characters of headers beyond which a sender is not remembered: memory for what hardly repeats. */
const LONGEST_SEEN = 2_000;

/** Knows senders again, so that what they have in common is masked once; the latest few of each address. */
export const createSenders = () => {
  const seen = new Map<string, Seen[]>();

  const remember = (ip: string, known: Seen[] | undefined, one: Seen): void => {
    if (known) {
      if (known.length === AT_AN_ADDRESS) known.pop();
      known.unshift(one);
      return;
    }
    if (seen.size >= ADDRESSES) seen.clear();
    seen.set(ip, [one]);
  };

  return (sending: Sending, tokenId: number | null): Sender => {
    const { method, address: ip, headers } = sending;
    const known = seen.get(ip);
    if (known)
      for (const one of known)
        if (one.tokenId === tokenId && one.method === method && sends(headers, one.values)) return one.sender;
    const values = valuesOf(headers);
    const sender = senderFrom(sending, tokenId, values);
    const length = values.reduce((sum, value) => sum + (value?.length ?? 0), method.length + ip.length);
    if (length <= LONGEST_SEEN) remember(ip, known, { method, tokenId, values, sender });
    return sender;
  };
};
