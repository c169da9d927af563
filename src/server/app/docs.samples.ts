import { clientCallOf } from '#contracts/client-calls.ts';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { writeCall } from '#contracts/ready-calls.ts';
import type { CodeSample } from '#server/platform/http/openapi.ts';

const addressOf = ({ path, example }: EndpointShape, origin: string): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? ''));
  const query = new URLSearchParams(example?.query).toString();
  return query === '' ? origin + filled : `${origin}${filled}?${query}`;
};

/** The example of an operation by the client; the reference itself writes it for curl and many languages. */
export const samplesOf = (shape: EndpointShape, origin: string): readonly CodeSample[] => {
  if (shape.method !== 'GET' || shape.example === undefined) return [];
  const address = addressOf(shape, origin);
  const client = clientCallOf(address);
  if (client === null) return [];
  const source = writeCall('Client', { address, client }, { variable: 'TOKEN' });
  return [{ lang: 'JavaScript', label: 'kinodex-client', source }];
};
