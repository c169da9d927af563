import { isHost } from './image-settings.ts';
import type { Reader } from './source-settings.ts';

/** Hosts of webhooks, with their ports, that may be in a private network and without TLS. */
export const readWebhookHosts = ({ text, problems }: Reader): readonly string[] => {
  const hosts = (text('WEBHOOK_HOSTS') ?? '').split(/[\s,]+/).filter((host) => host !== '');
  const wrong = hosts.filter((host) => !isHost(host));
  if (wrong.length > 0) problems.push(`WEBHOOK_HOSTS names what is no host: ${wrong.join(', ')}`);
  return hosts;
};
