import { latency } from '#contracts/public.api.ts';
import { useCall } from '#web/lib/query.ts';
import { landing } from '#web/words/landing.ts';
import { latencyText } from './latency-text.ts';

/** Milliseconds between two looks; a hidden tab does not look. */
const LOOK_MS = 30_000;

/** How fast this server has answered, from its own measurements. */
export const LatencyBadge = () => {
  const { data, isError } = useCall(latency, undefined, { refetchInterval: LOOK_MS });
  if (data) return <span>{latencyText(data.data)}</span>;
  return <span>{isError ? landing.latency.unknown : landing.latency.measuring}</span>;
};
