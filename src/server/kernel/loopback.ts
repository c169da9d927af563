import { isIP } from 'node:net';

/** Whether a host name or address, without a port, is this machine's own: `localhost`, 127.0.0.0/8, `::1`. */
export const isLoopback = (host: string): boolean => {
  const bare = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:/, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
};
