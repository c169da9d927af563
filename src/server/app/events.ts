import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import type { Sessions } from '#server/modules/accounts/session.service.ts';
import { CATALOGUE_CHANGED } from '#server/modules/catalog/catalog.events.ts';
import type { CatalogueStats } from '#server/modules/catalog/stats.service.ts';
import { SETTINGS_CHANGED } from '#server/modules/configuration/configuration.events.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { Streams } from '#server/modules/feeds/stream.service.ts';
import type { PackageLevels } from '#server/modules/logs/level.service.ts';
import { LEVELS_CHANGED } from '#server/modules/logs/log.events.ts';
import type { Delivery } from '#server/modules/mail/delivery.ts';
import { MAIL_WAITS } from '#server/modules/mail/mail.events.ts';
import { NOTIFICATIONS_CHANGED } from '#server/modules/notifications/notification.events.ts';
import { OFFERS_CHANGED } from '#server/modules/plans/plan.events.ts';
import type { Carousels } from '#server/modules/search/carousel.service.ts';
import { CAROUSEL_CHOSEN } from '#server/modules/search/search.events.ts';
import type { Search } from '#server/modules/search/search.service.ts';
import { TASKS_CHANGED } from '#server/modules/tasks/task.events.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Bus } from '#server/platform/bus/bus.ts';
import type { Replicas } from '#server/platform/db/replicas.ts';
import type { AnswerCache } from '#server/platform/http/answer-cache.ts';
import type { Log } from '#server/platform/log.ts';
import type { Realtime } from '#server/platform/realtime/realtime.ts';
import { createRepeated } from '#server/platform/repeated.ts';

/** Between two tries to read something again. */
const AGAIN_MS = 1_000;

interface Keepers {
  /** Where answers are read that may lag. */
  readonly replicas: Pick<Replicas, 'changed'> | null;
  readonly sessions: Pick<Sessions, 'invalidate'>;
  readonly tokens: Pick<Tokens, 'invalidate'>;
  readonly answers: Pick<AnswerCache, 'clear'>;
  readonly search: Pick<Search, 'invalidate'>;
  readonly carousels: Pick<Carousels, 'invalidate'>;
  readonly stats: Pick<CatalogueStats, 'invalidate' | 'changed'>;
  readonly configuration: Pick<Configuration, 'reload'>;
  readonly packageLevels: Pick<PackageLevels, 'reload'>;
  /** What executes tasks at this node, and what tells of them live. */
  readonly tasks: { readonly look: () => void; readonly tell: () => void };
  /** What tells live how many notifications nobody has read. */
  readonly news: () => void;
  readonly realtime: Pick<Realtime, 'recheck'>;
  /** Those who follow the change feed. */
  readonly streams: Pick<Streams, 'changed' | 'recheck'>;
  /** What sends mail at this node; null: none is sent. */
  readonly delivery: Pick<Delivery, 'look'> | null;
  readonly log: Log;
}

/**
 * Every event, and who then drops what it keeps. Of those after which answers are read anew no replica answers before it has
 * replayed what they tell of.
 *
 * - `people`, from accounts, tokens and billing: what is known of callers; who is connected live is looked at again.
 * - `offers`, from plans: what is known of callers, whose limits follow from roles, and answers, which show products.
 * - `catalogue`, from whatever writes records: answers, and what search keeps; what the catalogue holds is counted anew;
 *   those who follow the change feed are told.
 * - `carousel`, from search: what the first page shows, and answers.
 * - `tasks`, from tasks and their runs: nothing is kept; nodes look for what they have to do, and tell of it live.
 * - `notifications`, from what tells administrators something, and from them: nothing is kept; it is told live.
 * - `mail`, from mail: nothing is kept; nodes send what waits.
 * - `levels`, from a trigger of the table: the levels of packages are read again.
 * - `settings`, from a trigger of the table: the settings are read again, then all that depends on them.
 */
export const onEvents = (bus: Pick<Bus, 'on' | 'isCurrent'>, keepers: Keepers): void => {
  const { sessions, tokens, answers, search, carousels, stats, configuration, tasks, news, realtime, log } = keepers;
  const { delivery, streams, replicas } = keepers;
  const invalidateCallers = (): void => {
    tokens.invalidate();
    sessions.invalidate();
    realtime.recheck();
    streams.recheck();
  };
  const invalidateAnswers = (): void => {
    answers.clear();
    search.invalidate();
    carousels.invalidate();
  };
  const invalidateCarousels = (): void => {
    carousels.invalidate();
    answers.clear();
  };
  const reload = async (): Promise<void> => {
    await configuration.reload();
    stats.invalidate();
    invalidateAnswers();
    // Which sources may be named.
    streams.changed();
    // Whether their tokens wait for a confirmed address.
    invalidateCallers();
  };
  // First of all: whatever is read after it was dropped is to be read with the change in it.
  for (const change of [OFFERS_CHANGED, CATALOGUE_CHANGED, CAROUSEL_CHOSEN, SETTINGS_CHANGED])
    if (replicas) bus.on(change, replicas.changed);
  bus.on(PEOPLE_CHANGED, invalidateCallers);
  bus.on(OFFERS_CHANGED, invalidateCallers);
  bus.on(OFFERS_CHANGED, invalidateAnswers);
  bus.on(CATALOGUE_CHANGED, invalidateAnswers);
  bus.on(CATALOGUE_CHANGED, stats.changed);
  bus.on(CATALOGUE_CHANGED, streams.changed);
  bus.on(CAROUSEL_CHOSEN, invalidateCarousels);
  bus.on(TASKS_CHANGED, tasks.look);
  bus.on(TASKS_CHANGED, tasks.tell);
  bus.on(NOTIFICATIONS_CHANGED, news);
  if (delivery) bus.on(MAIL_WAITS, delivery.look);
  /** Reads what an event says is not current any more, again and again until it can be read. */
  const reading = (what: string, read: () => Promise<void>): (() => void) => {
    const reads = createRepeated(
      log,
      { failing: `${what} could not be read again; it is tried again`, again: `${what} were read again` },
      'error',
    );
    const again = (): void => {
      read().then(reads.done, (err: unknown) => {
        reads.failed({ err });
        // A bus that has lost its connection calls again by itself.
        if (bus.isCurrent()) setTimeout(again, AGAIN_MS).unref();
      });
    };
    return again;
  };
  bus.on(SETTINGS_CHANGED, reading('the settings', reload));
  bus.on(LEVELS_CHANGED, reading('the levels of packages', keepers.packageLevels.reload));
};
