import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { countRequests } from './requests.ts';

describe('the counts of requests', () => {
  it('have a line for each method and route that was called, buckets that add up, and one line for what is no route', async () => {
    const registry = new Registry();
    const { record } = countRequests(registry, ['/api/v1/movie/:imdbId']);
    record('GET', '/api/v1/movie/:imdbId', 200, 0.5);
    record('GET', '/api/v1/movie/:imdbId', 404, 3);
    record('GET', '/api/v1/movie/:imdbId', 200, 60_000);
    for (let i = 0; i < 50; i++) record(`METHOD${i}`, `/api/a-secret-${i}?token=kdx_${i}`, 404, 1);
    const text = await registry.metrics();
    const lines = text.split('\n');
    const labels = 'method="GET",route="/api/v1/movie/:imdbId"';
    expect(lines).toContain(`kinodex_http_requests_total{${labels},class="2xx"} 2`);
    expect(lines).toContain(`kinodex_http_requests_total{${labels},class="4xx"} 1`);
    expect(lines).toContain('kinodex_http_requests_total{method="other",route="none",class="4xx"} 50');
    expect(lines).toContain(`kinodex_http_request_duration_seconds_bucket{${labels},le="0.001"} 1`);
    expect(lines).toContain(`kinodex_http_request_duration_seconds_bucket{${labels},le="0.005"} 2`);
    expect(lines).toContain(`kinodex_http_request_duration_seconds_bucket{${labels},le="+Inf"} 3`);
    expect(lines).toContain(`kinodex_http_request_duration_seconds_count{${labels}} 3`);
    expect(text).not.toMatch(/secret|kdx_|METHOD/);
    // Asked again it says the same.
    expect(await registry.metrics()).toBe(text);
  });
});
