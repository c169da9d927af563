import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigProblems, loadConfig, readConfig, surroundings } from './config.ts';
import { SETTINGS } from './settings.ts';
import { SETTING_NAMES, strangersIn } from './strangers.ts';

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
      TMDB_BASE_URL: 'ftp://films',
      WIKIDATA_CONTACT: 'me (at home)',
      WIKIPEDIA_BASE_URL: 'https://de.wikipedia.example',
    });
    expect(told.map((text) => text.split(' ')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'KINODEX_SECRET',
      'LOG_LEVEL',
      'DATABASE_URL',
      'IMDB_DATASETS_URL',
      'WIKIDATA_CONTACT',
      'WIKIPEDIA_BASE_URL',
      'TMDB_BASE_URL',
    ]);
    expect(problems({ PORT: '80x' })).toHaveLength(1);
  });

  it('say what a node is for, which only nodes of one server can divide', () => {
    const server = { DATABASE_URL: 'postgres://a@b/c' };
    for (const role of ['all', 'web', 'worker'])
      expect(readConfig({ ...server, KINODEX_ROLE: role }, '/nowhere').role).toBe(role);
    expect(readConfig({}, '/nowhere').role).toBe('all');
    expect(problems({ ...server, KINODEX_ROLE: 'cook' })).toEqual([
      "KINODEX_ROLE must be one of all, web, worker, not 'cook'",
    ]);
    expect(problems({ KINODEX_ROLE: 'worker' })).toEqual([expect.stringContaining('needs DATABASE_URL')]);
  });

  it.each([
    ['postgres://ann:secret@db:99999/films', 'DATABASE_URL has the port 99999; a port is a number from 1 to 65535'],
    ['postgres://[::1]:0/films', 'DATABASE_URL has the port 0; a port is a number from 1 to 65535'],
    ['postgres:///films?host=/run&port=x1', 'DATABASE_URL has the port x1; a port is a number from 1 to 65535'],
    ['postgres://ann:99999/secret@db/films', 'DATABASE_URL cannot be read as an address; in a user and a password '],
    ['postgres://ann@db:x/films', 'DATABASE_URL cannot be read as an address; '],
    ['mysql://ann:secret@db:1/films', "begins with postgres:// or postgresql://, not 'mysql://ann:***@db:1/films'"],
    ['postgre://db/films?password=secret', "not 'postgre://db/films?password=***'"],
    ['db/films?password=secret', 'DATABASE_URL must be an address that begins with postgres:// or postgresql://'],
    ['ann:secret@db', 'DATABASE_URL must be an address that begins with postgres:// or postgresql://'],
    ['postgres://ann:secret@db:5432/', 'DATABASE_URL names no database; write its name behind the host'],
    ['postgres://db/films?sslmode=allow', 'DATABASE_URL has sslmode=allow; it is one of disable, prefer, require, '],
  ])('say what is wrong with %s', (address, text) => {
    const told = problems({ DATABASE_URL: address });
    expect(told).toEqual([expect.stringContaining(text)]);
    expect(told.join()).not.toContain('secret');
  });

  it.each([
    'postgres://ann:99999@db:5432/films',
    'postgres://ann@[::1]:5432/films?sslmode=verify-full',
    'postgresql:///films?host=/run&port=5433',
  ])('take the address %s', (address) => {
    expect(readConfig({ DATABASE_URL: address }, '/').databaseUrl).toBe(address);
  });

  it('show the value that is wrong', () => {
    expect(problems({ PUBLIC_URL: 'foo' })).toEqual([
      "PUBLIC_URL must be an address that begins with http:// or https://, not 'foo'",
    ]);
    expect(problems({ REDIS_URL: 'redis://h/abc' })).toEqual([expect.stringMatching(/^REDIS_URL .*, not '\/abc'$/)]);
    expect(problems({ REDIS_URL: 'redis://h:6379/15' })).toEqual([]);
    expect(problems({ HOST: '10.9.9.9' })).toEqual([
      'PUBLIC_URL must be set, since HOST=10.9.9.9 is no loopback address',
    ]);
  });

  it('count an empty setting as not set, and loopback as safe', () => {
    expect(problems({ PUBLIC_URL: '', HOST: 'localhost', DATABASE_URL: '' })).toEqual([]);
    expect(readConfig({ HOST: '::1', PORT: '81' }, '/').publicUrl).toBe('http://[::1]:81');
  });
});

describe('a .env file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinodex-env-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const load = (text: string, environment: Record<string, string> = {}, standing = '/somewhere') => {
    writeFileSync(join(folder, '.env'), text);
    return loadConfig(folder, { environment, standing });
  };

  it('may hold comments, quotes, exports and windows line ends', () => {
    const text =
      '# ours\r\nPORT=9000 # the port\r\nexport HOST="::1"\nKINODEX_SECRET=\'a # b, and then 32 characters in all\'\nSIGNUP=\n';
    expect(load(text)).toMatchObject({
      port: 9000,
      host: '::1',
      secret: 'a # b, and then 32 characters in all',
      signUp: 'open',
    });
  });

  it('yields to the environment', () => {
    const config = load('PORT=9000\nLOG_LEVEL=debug\nKINODEX_DATA=/in/file\n', {
      PORT: '9001',
      KINODEX_DATA: '/outside',
    });
    expect(config).toMatchObject({ port: 9001, logLevel: 'debug', dataFolder: '/outside' });
  });

  it('names a data folder from where it lies itself, the environment from where one stands', () => {
    expect(load('KINODEX_DATA=films\n').dataFolder).toBe(join(folder, 'films'));
    expect(load('KINODEX_DATA=films\n', { KINODEX_DATA: './mine' }).dataFolder).toBe('/somewhere/mine');
    expect(load('').dataFolder).toBe(join(folder, 'data'));
  });

  it('one stands where npm was called, though it runs scripts in the folder of the package', () => {
    const asScript = { npm_lifecycle_event: 'start', INIT_CWD: '/called/from' };
    expect(surroundings(process.cwd(), asScript).standing).toBe('/called/from');
    expect(surroundings(process.cwd(), { INIT_CWD: '/called/from' }).standing).toBe(process.cwd());
    expect(surroundings('/elsewhere', asScript).standing).toBe(process.cwd());
  });
});

describe('what is no setting', () => {
  it.each([
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SERVER_TIMEZONE', 'SERVER_TIME_ZONE'],
    ['KINODEX_SECRETS', 'KINODEX_SECRET'],
    ['PAYPAL_CLIENTID', 'PAYPAL_CLIENT_ID'],
  ])('%s was meant as %s', (name, meant) => {
    expect(strangersIn({ [name]: 'x' })).toEqual([`${name} is no setting and has no effect (did you mean ${meant}?)`]);
  });

  it('is said of everything that begins like ours, and of nothing else', () => {
    expect(strangersIn({ KINODEX_SOMETHING: '1', KINODEX_TEST_DATA: '/x' })).toEqual([
      'KINODEX_SOMETHING is no setting and has no effect',
    ]);
    const usual = [
      'HOME',
      'HOSTNAME',
      'PATH',
      'PWD',
      'SHELL',
      'TERM',
      'USER',
      'LANG',
      'SHLVL',
      'NODE_ENV',
      'TZ',
      'MAIL',
    ];
    expect(strangersIn(Object.fromEntries(usual.map((name) => [name, 'x'])))).toEqual([]);
    // Somebody else's, when ours is set.
    expect(strangersIn({ PORTS: '1', PORT: '2' })).toEqual([]);
  });

  it('is nothing that is read', () => {
    const asked = new Set<string>();
    readConfig(new Proxy<Record<string, string>>({}, { get: (_, name) => void asked.add(String(name)) }), '/srv');
    expect([...asked].sort()).toEqual([...SETTING_NAMES].sort());
  });
});

describe('docs/operating.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');

  it('explains every setting', () => {
    const missing = [...SETTING_NAMES, ...SETTINGS.map(({ key }) => key)].filter(
      (name) => !text.includes(`\`${name}\``) && !(name.startsWith('PAYPAL_') && text.includes('`PAYPAL_…`')),
    );
    expect(missing).toEqual([]);
  });

  it('gives the first values that the product has', () => {
    const wrong = SETTINGS.filter(({ key, value }) => {
      const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${key}\``));
      const cells = row?.split('|').map((cell) => cell.trim()) ?? [];
      const place = cells[1]?.split(', ').indexOf(`\`${key}\``) ?? -1;
      return (cells[2]?.split(', ')[cells[2].includes(', ') ? place : 0] ?? '') !== value;
    }).map(({ key }) => key);
    expect(wrong).toEqual([]);
  });
});
