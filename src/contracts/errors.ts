/**
 * The closed list of reasons a failed answer can carry, each with its status and when it is given. Clients switch on the
 * reason; the text beside it is for people and may change.
 */
export const REASONS = {
  malformed_id: [400, 'The id is not tt or nm followed by 7 to 10 digits, or is of the wrong kind for this address.'],
  invalid_parameter: [400, 'A parameter is unknown, missing, or of the wrong form; details names each.'],
  invalid_body: [400, 'The body is not the JSON that the call takes; details names each field.'],
  token_missing: [401, 'No API token was sent.'],
  token_invalid: [401, 'The API token is not known.'],
  token_disabled: [401, 'The API token has been disabled.'],
  forbidden: [403, 'The caller may not do this.'],
  address_unknown: [404, 'There is nothing at this address.'],
  title_unknown: [404, 'The catalogue holds no title with this id.'],
  name_unknown: [404, 'The catalogue holds no person with this id.'],
  season_unknown: [404, 'The series has no such season.'],
  episode_unknown: [404, 'The season has no such episode.'],
  image_unknown: [404, 'There is no picture for this id.'],
  cursor_expired: [410, 'The change feed no longer reaches back this far: read the catalogue again.'],
  body_too_large: [413, 'The body is larger than the call takes.'],
  media_type: [415, 'The body must be application/json.'],
  internal: [500, 'Something went wrong here; the request id finds it in the log.'],
  unavailable: [503, 'The service cannot answer just now; try again after Retry-After seconds.'],
} as const satisfies Record<string, readonly [number, string]>;

export type Reason = keyof typeof REASONS;
