/**
 * Whether it may be told that the episode `e` is of this series: an editor says it, the series' list or else the series. Where
 * all may be published nothing is read.
 */
export const placePublished = (series: string): string => `($sources is null or
    coalesce((select o.source from title_origin o where o.title_id = e.title_id and o.part = 'place'),
      (select o.source from title_origin o where o.title_id = ${series}.id and o.part = 'season'), ${series}.source) = any($sources))`;
