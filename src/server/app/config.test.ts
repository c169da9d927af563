import { describe, expect, it } from 'vitest';
import { ConfigProblems, parseDotEnv, readConfig } from './config.ts';

const problems = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment, '/srv/kinodex');
    return [];
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
};

describe('the settings', () => {
  it('have first values', () => {
    expect(readConfig({}, '/srv/kinodex')).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8080',
      dataFolder: '/srv/kinodex/data',
      dataFolderPinned: false,
      databaseUrl: undefined,
      stopDelay: 5,
    });
  });

  it.each([
    ['0', 0],
    ['300', 300],
    ['301', null],
    ['-1', null],
    ['5s', null],
  ])('take %s seconds of STOP_DELAY as %s', (text, seconds) => {
    if (seconds === null) expect(problems({ STOP_DELAY: text })).toEqual([expect.stringContaining(`not '${text}'`)]);
    else expect(readConfig({ STOP_DELAY: text }, '/srv').stopDelay).toBe(seconds);
  });

  it('take what the environment says, without white space and trailing slashes', () => {
    const config = readConfig(
      {
        PORT: ' 9000 ',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://films.example/',
        KINODEX_DATA: '/var/k',
        DATABASE_URL: 'postgres://a@b/c',
      },
      '/srv',
    );
    expect(config).toMatchObject({
      port: 9000,
      host: '0.0.0.0',
      publicUrl: 'https://films.example',
      dataFolder: '/var/k',
      dataFolderPinned: true,
      databaseUrl: 'postgres://a@b/c',
    });
  });

  it('are refused with all their mistakes at once', () => {
    const told = problems({
      PORT: '99999',
      HOST: '0.0.0.0',
      KINODEX_SECRET: 'short',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
      IMDB_DATASETS_URL: 'nowhere',
    });
    expect(told.map((text) => text.split(' ')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'KINODEX_SECRET',
      'LOG_LEVEL',
      'DATABASE_URL',
      'IMDB_DATASETS_URL',
    ]);
    expect(problems({ PORT: '80x' })).toHaveLength(1);
  });

  it('count an empty setting as not set, and loopback as safe', () => {
    expect(problems({ PUBLIC_URL: '', HOST: 'localhost', DATABASE_URL: '' })).toEqual([]);
    expect(readConfig({ HOST: '::1', PORT: '81' }, '/').publicUrl).toBe('http://[::1]:81');
  });
});

describe('a .env file', () => {
  it('may hold comments, quotes, exports and windows line ends', () => {
    const text =
      '# ours\r\nPORT=9000 # the port\r\nexport HOST="127.0.0.1"\nKINODEX_SECRET=\'a # b\'\nlower=no\nEMPTY=\n';
    expect(parseDotEnv(text)).toEqual({ PORT: '9000', HOST: '127.0.0.1', KINODEX_SECRET: 'a # b', EMPTY: '' });
  });
});
