import { city, stairs, windows } from './scenes-city.ts';
import { creature, crowd, eye, pair, thought } from './scenes-figure.ts';
import { burst, eclipse, parted, spiral, target, tiles } from './scenes-form.ts';
import { forest, hills, horizon, peaks, road } from './scenes-land.ts';
import { blinds, corridor, door } from './scenes-noir.ts';
import { blade, bloom, mask, mobile, record } from './scenes-object.ts';
import { orbit, rocket, sea } from './scenes-voyage.ts';
import { formation, fortress, lances } from './scenes-war.ts';
import type { Scene } from './sheet.ts';

/** What a genre looks like: its scenes and the names of its palettes. */
export type Mood = { scenes: readonly [Scene, ...Scene[]]; palettes: readonly [string, ...string[]] };

const MOODS = {
  animation: {
    scenes: [creature, creature, rocket, hills, sea, tiles],
    palettes: ['butter', 'sky', 'citrus', 'lagoon', 'sorbet', 'cobalt', 'mint'],
  },
  western: {
    scenes: [horizon, horizon, road, burst, peaks],
    palettes: ['ochre', 'rust', 'citrus', 'vermilion', 'dusk'],
  },
  horror: {
    scenes: [eye, forest, blade, door, corridor, mask],
    palettes: ['blood', 'noir', 'pine', 'ultraviolet', 'rust'],
  },
  scifi: {
    scenes: [orbit, target, rocket, corridor, parted, eclipse],
    palettes: ['midnight', 'ultraviolet', 'cobalt', 'lagoon', 'dusk', 'steel'],
  },
  war: {
    scenes: [lances, formation, fortress, burst, crowd],
    palettes: ['olive', 'rust', 'bone', 'steel', 'vermilion'],
  },
  documentary: {
    scenes: [tiles, crowd, eye, target, thought],
    palettes: ['bone', 'citrus', 'steel', 'cobalt', 'mint'],
  },
  music: {
    scenes: [record, mobile, burst, tiles, pair],
    palettes: ['vermilion', 'butter', 'plum', 'sorbet', 'cobalt', 'dusk'],
  },
  crime: {
    scenes: [blinds, blinds, city, stairs, door, windows, target],
    palettes: ['noir', 'bone', 'midnight', 'vermilion', 'blood', 'steel', 'butter'],
  },
  thriller: {
    scenes: [spiral, stairs, eye, door, corridor, windows, parted],
    palettes: ['vermilion', 'noir', 'midnight', 'bone', 'lagoon', 'butter'],
  },
  fantasy: {
    scenes: [forest, peaks, eclipse, fortress, creature, orbit],
    palettes: ['pine', 'dusk', 'jade', 'ultraviolet', 'lilac', 'lagoon'],
  },
  romance: {
    scenes: [pair, bloom, mobile, eclipse, sea, city],
    palettes: ['blush', 'sorbet', 'plum', 'lilac', 'mint', 'dusk', 'vermilion'],
  },
  comedy: {
    scenes: [mobile, tiles, mask, hills, bloom, windows, burst],
    palettes: ['butter', 'citrus', 'sky', 'mint', 'sorbet', 'vermilion', 'lilac'],
  },
  history: {
    scenes: [lances, fortress, crowd, thought, burst, mask],
    palettes: ['ochre', 'bone', 'jade', 'rust', 'olive', 'plum'],
  },
  adventure: {
    scenes: [peaks, sea, road, burst, horizon, forest],
    palettes: ['lagoon', 'citrus', 'sky', 'jade', 'ochre', 'dusk', 'mint'],
  },
  action: {
    scenes: [burst, city, road, target, parted],
    palettes: ['vermilion', 'noir', 'cobalt', 'butter', 'midnight', 'rust'],
  },
  drama: {
    scenes: [thought, stairs, eclipse, parted, hills, crowd, windows, pair, tiles],
    palettes: ['mint', 'bone', 'jade', 'plum', 'citrus', 'steel', 'blush', 'lagoon', 'rust', 'sky'],
  },
} satisfies Record<string, Mood>;

/** Shapes alone, for what stands under a person's name: any face or figure would be taken for theirs. */
export const FACELESS = {
  scenes: [eclipse, parted, target, burst, tiles, mobile, record],
  palettes: [
    'citrus',
    'mint',
    'butter',
    'sky',
    'bone',
    'vermilion',
    'cobalt',
    'jade',
    'plum',
    'midnight',
    'lagoon',
    'rust',
  ],
} satisfies Mood;

// From the genre that decides most about a film's look to the one that decides least.
const GENRES: readonly (readonly [genres: RegExp, mood: keyof typeof MOODS])[] = [
  [/animation|anime|family|short/, 'animation'],
  [/western/, 'western'],
  [/horror/, 'horror'],
  [/sci-?fi|science/, 'scifi'],
  [/war/, 'war'],
  [/documentary|news|reality/, 'documentary'],
  [/music/, 'music'],
  [/noir|crime/, 'crime'],
  [/thriller|mystery/, 'thriller'],
  [/fantasy/, 'fantasy'],
  [/romance/, 'romance'],
  [/comedy|talk|game/, 'comedy'],
  [/biography|history/, 'history'],
  [/adventure/, 'adventure'],
  [/action|sport/, 'action'],
];

/** The mood of a record's genres; drama when none is known. */
export function moodOf(genres: readonly string[]): Mood {
  const words = genres.join(' ').toLowerCase();
  const found = GENRES.find(([pattern]) => pattern.test(words));
  return MOODS[found?.[1] ?? 'drama'];
}

const WORDS: readonly (readonly [words: RegExp, scene: Scene])[] = [
  [/\b(space|star|stars|planet|interstellar|gravity|galaxy|odyssey|martian|solaris|stalker)\b/, orbit],
  [/\b(rocket|apollo|moon|lune)\b/, rocket],
  [/\b(sea|ocean|water|waterfront|boat|ship|titanic|jaws|wave|pirates?|fish|nemo|island|atalante)\b/, sea],
  [/\b(godfather|detective|gangster|falcon|indemnity|goodfellas|mafia|sting|noir)\b/, blinds],
  [/\b(vertigo|maze|memento)\b/, spiral],
  [/\b(windows?|apartment|neighbou?rs?|rooms?)\b/, windows],
  [/\b(road|driver?|fury|highway|speed|duel|strada|taxi)\b/, road],
  [/\b(mountain|brokeback|everest|peaks?|hobbit|rings)\b/, peaks],
  [/\b(forest|woods?|trees?|rashomon|blair)\b/, forest],
  [/\b(metropolis|city|cities|chinatown|street|boulevard|york|manhattan|gotham|knight|berlin)\b/, city],
  [/\b(psycho|knife|sword|scissorhands|scream)\b/, blade],
  [/\b(rose|flower|magnolia|blossom|orchid|lilies|garden)\b/, bloom],
  [/\b(eye|eyes|lives|witness|blind)\b/, eye],
  [/\b(shining|hotel|hall|door|corridor)\b/, corridor],
  [/\b(mind|inception|eternal|dream|dreams|brain|memory)\b/, thought],
  [/\b(monsters?|kong|beast|totoro|toy|wonka)\b/, creature],
  [/\b(west|desert|dunes?|arabia|gold)\b/, horizon],
  [/\b(people|strangers|crowd|angry|seven|samurai|jury)\b/, crowd],
  [/\b(mask|persona|clown|joker)\b/, mask],
];

/** The scene that a title's own words ask for, or null. */
export const sceneNamedBy = (title: string): Scene | null =>
  WORDS.find(([pattern]) => pattern.test(title.toLowerCase()))?.[1] ?? null;
