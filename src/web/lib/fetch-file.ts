import type { EndpointShape } from '#contracts/endpoint.ts';
import { askFile } from './ask-file.ts';
import type { AnyInput } from './call-rules.ts';
import { download } from './download.ts';

const nameOf = (disposition: string | null): string => /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? 'file';

/** Makes a call whose answer is a file of JSON, and hands it over to the browser. Resolves with its name; rejects with CallFailed. */
export const fetchFile = async (endpoint: EndpointShape, input: AnyInput): Promise<string> => {
  const answer = await askFile(endpoint, input);
  const name = nameOf(answer.headers.get('Content-Disposition'));
  download(name, [await answer.text()], 'application/json');
  return name;
};
