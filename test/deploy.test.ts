import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '#server/app/config.ts';
import { SETTING_NAMES } from '#server/app/strangers.ts';

const DEPLOY = join(import.meta.dirname, '..', 'deploy');
const text = (...path: readonly string[]): string => readFileSync(join(DEPLOY, ...path), 'utf8');

type Settings = Readonly<Record<string, string>>;
interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly environment?: Settings;
  readonly volumes?: readonly string[];
  readonly depends_on?: object;
  readonly ports?: readonly string[];
  readonly ulimits?: { readonly nofile: number };
}
interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Settings;
  readonly stringData?: Settings;
  readonly spec?: unknown;
}

/** What a Compose file says of a variable, with what somebody has filled in. */
const filled = (value: string, given: Settings): string =>
  value.replace(/\$\{(\w+)(?:(:[-?])([^}]*))?\}/g, (_, name: string, mode = '', other = '') => {
    const known = given[name];
    if (known === undefined && mode === ':?') throw new Error(`${name} has to be filled in`);
    return known ?? (mode === ':-' ? other : '');
  });

const isNode = ({ image }: Service): boolean => image === 'kinodex';

describe('the image', () => {
  const lines = text('docker', 'Dockerfile').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('runs as nobody in particular, on the port that it names, and looks after itself', () => {
    expect(lines.filter((line) => /^FROM /.test(line))).toEqual([
      expect.stringMatching(/-slim AS package$/),
      expect.stringMatching(/-slim AS installed$/),
      expect.stringMatching(/^FROM debian:\w+-slim$/),
    ]);
    expect(last.find((line) => line.startsWith('USER '))).toBe('USER 10001:10001');
    expect(last.join('\n')).toMatch(/PORT=8080[\s\S]*EXPOSE 8080[\s\S]*HEALTHCHECK[\s\S]*\/api\/v1\/health/);
  });

  it('has no tool to build or to install with in it', () => {
    const copied = last.filter((line) => line.startsWith('COPY '));
    expect(copied.map((line) => line.split(' ').at(-1))).toEqual(['/usr/local/bin/node', '/opt/kinodex']);
    expect(last.filter((line) => line.startsWith('RUN ')).join()).not.toMatch(/\b(?:npm|npx|apt|curl|make)\b/);
  });

  it('makes the folder that the package is put into, which npm does not', () => {
    const pack = lines.find((line) => line.includes('npm pack --pack-destination ')) ?? '';
    const [, folder] = /--pack-destination (\S+)/.exec(pack) ?? [];
    expect(pack).toContain(`RUN mkdir ${folder} && `);
    expect(lines.join('\n')).toContain(`COPY --from=package ${folder} `);
  });

  it('knows only settings of the product', () => {
    const [, said = ''] = /^ENV NODE_ENV=production (.*)$/m.exec(last.join('\n')) ?? [];
    const names = said.split(' ').map((pair) => pair.split('=')[0] as string);
    expect(names.filter((name) => !(SETTING_NAMES as readonly string[]).includes(name))).toEqual([]);
  });
});

describe('the Compose file', () => {
  const { services, volumes } = parse(text('compose', 'compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: object;
  };
  const nodes = Object.entries(services).filter(([, service]) => isNode(service));
  const example = Object.fromEntries(
    text('compose', '.env.example')
      .split('\n')
      .flatMap((line) => (/^#?[A-Z_]+=/.test(line) ? [line.replace('#', '').split(/=(.*)/).slice(0, 2)] : [])),
  ) as Settings;
  const given = {
    ...{ PUBLIC_URL: 'https://films.example.org', KINODEX_SECRET: 'a secret of thirty-two characters' },
    ...{ POSTGRES_PASSWORD: 'pass1', REPLICATION_PASSWORD: 'pass2', VALKEY_PASSWORD: 'pass3' },
  };

  it('has nodes whose settings the product takes, all alike but for what they do', () => {
    const configs = nodes.map(([name, { environment = {} }]) => {
      const said = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value, given)]));
      const strange = Object.keys(said).filter((key) => !(SETTING_NAMES as readonly string[]).includes(key));
      expect([name, strange]).toEqual([name, []]);
      return [name, readConfig({ HOST: '0.0.0.0', ...said }, '/data')] as const;
    });
    expect(configs.map(([name, { role, replicaUrls }]) => [name, role, replicaUrls.length])).toEqual([
      ...[['web1', 'web', 1] as const, ['web2', 'web', 1] as const, ['worker', 'worker', 0] as const],
    ]);
    const alike = configs.map(([, { databaseUrl, redisUrl, secret, images }]) => [
      databaseUrl,
      redisUrl,
      secret,
      images,
    ]);
    expect(alike).toEqual([alike[0], alike[0], alike[0]]);
  });

  it('asks for what has no first value, and for nothing that the example does not name', () => {
    const source = text('compose', 'compose.yaml');
    const wanted = [...new Set([...source.matchAll(/\$\{(\w+)/g)].map(([, name]) => name as string))];
    expect(wanted.filter((name) => !(name in example))).toEqual([]);
    // What the commands of Compose read themselves.
    expect(Object.keys(example).filter((name) => !wanted.includes(name))).toEqual(['COMPOSE_PROJECT_NAME']);
    for (const name of Object.keys(given)) {
      const { [name]: _, ...rest } = given as Settings;
      expect(() => filled(source, rest)).toThrow(name);
    }
  });

  it('runs nothing as root, and nodes where they can write nothing but their folders', () => {
    for (const [name, { user = 'root' }] of Object.entries(services)) expect([name, user]).not.toEqual([name, 'root']);
    for (const [, service] of nodes) expect(service).toMatchObject({ user: '10001:10001', read_only: true });
    const data = nodes.map(([, service]) => service.volumes?.find((volume) => volume.endsWith(':/data')));
    expect(new Set(data).size).toBe(nodes.length);
    const named = Object.values(services).flatMap((service) => service.volumes ?? []);
    const missing = named
      .map((one) => one.split(':')[0] as string)
      .filter((one) => !/^\./.test(one) && !(one in volumes));
    expect(missing).toEqual([]);
  });

  it('has a balancer in front of each node that answers, which looks often enough for a stop', () => {
    const lines = text('compose', 'haproxy.cfg').split('\n');
    const servers = lines.flatMap((line) => /^ {2}server (\w+) (\w+):(\d+)$/.exec(line)?.slice(1) ?? []);
    const web = nodes.map(([name]) => name).filter((name) => name.startsWith('web'));
    // Those that are healthy, and all of them where none is.
    expect(servers).toEqual([...web, ...web].flatMap((name) => [name, name, '8080']));
    const [, bound] = /^ {2}bind :(\d+)$/m.exec(lines.join('\n')) ?? [];
    expect(services.balancer?.ports).toEqual([`\${PORT:-8080}:${bound}`]);
    const [, most] = /^ {2}maxconn (\d+)$/m.exec(lines.join('\n')) ?? [];
    expect(services.balancer?.ulimits?.nofile).toBeGreaterThan(2 * Number(most) + 100);
    const [, every, refusals] = /inter (\d)s .* fall (\d)/.exec(lines.join('\n')) ?? [];
    const delay = Number(nodes[0]?.[1].environment?.STOP_DELAY);
    expect(delay).toBeGreaterThan(Number(every) * Number(refusals) + 1);
  });
});

describe('the manifests of Kubernetes', () => {
  const documents = parseAllDocuments(text('kubernetes', 'kinodex.yaml'));
  const all = documents.map((document) => document.toJS() as Manifest);
  const settings: Settings = Object.assign({}, ...all.map(({ data, stringData }) => ({ ...data, ...stringData })));
  interface Pod {
    readonly terminationGracePeriodSeconds: number;
    readonly enableServiceLinks?: boolean;
    readonly securityContext: object;
    readonly containers: readonly [
      {
        readonly env: readonly { readonly name: string; readonly value: string }[];
        readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
        readonly securityContext: object;
        readonly readinessProbe: Probe;
        readonly startupProbe: Probe;
        readonly livenessProbe: Probe;
      },
    ];
  }
  const deployments = all
    .filter(({ kind }) => kind === 'Deployment')
    .map(
      ({ spec }) =>
        spec as {
          readonly strategy?: object;
          readonly selector: { readonly matchLabels: object };
          readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
        },
    );

  it('can be read, and are what is needed', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(all.map(({ kind }) => kind)).toEqual([
      ...['Secret', 'ConfigMap', 'Deployment', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress'],
    ]);
  });

  it('have settings that the product takes', () => {
    expect(Object.keys(settings).filter((key) => !(SETTING_NAMES as readonly string[]).includes(key))).toEqual([]);
    const roles = deployments.map(({ template }) => template.spec.containers[0].env[0]?.value as string);
    expect(roles).toEqual(['web', 'worker']);
    // Otherwise each pod has KINODEX_PORT and others, named after the Service.
    expect(deployments.map(({ template }) => template.spec.enableServiceLinks)).toEqual([false, false]);
    const own = { KINODEX_SECRET: 'a secret of thirty-two characters', METRICS_TOKEN: 'one-of-your-own-choice' };
    for (const role of roles)
      expect(readConfig({ ...settings, ...own, HOST: '0.0.0.0', KINODEX_ROLE: role }, '/data').role).toBe(role);
  });

  it.each(['KINODEX_SECRET', 'METRICS_TOKEN'])('are refused as long as their %s is everybody’s', (name) => {
    expect(() => readConfig({ ...settings, HOST: '0.0.0.0' }, '/data')).toThrow(name);
  });

  it('run as nobody in particular, on a file system that is read only', () => {
    for (const { template } of deployments) {
      expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      expect(template.spec.containers[0].securityContext).toMatchObject({
        ...{ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      });
    }
  });

  it('take a node out before it stops, and never restart one since its database is away', () => {
    for (const { template, selector } of deployments) {
      const { containers, terminationGracePeriodSeconds } = template.spec;
      const [{ readinessProbe, startupProbe, livenessProbe, ports }] = containers;
      expect(selector.matchLabels).toEqual(template.metadata.labels);
      expect(ports).toEqual([{ name: 'http', containerPort: 8080 }]);
      for (const { httpGet } of [readinessProbe, startupProbe])
        expect(httpGet).toEqual({ path: '/api/v1/health', port: 'http' });
      expect(livenessProbe).toMatchObject({ tcpSocket: { port: 'http' } });
      const delay = Number(settings.STOP_DELAY);
      expect(delay).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(delay + 10 + 1);
    }
    expect(deployments[0]?.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
  });
});
