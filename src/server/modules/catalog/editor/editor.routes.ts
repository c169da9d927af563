import {
  editorParts,
  imdbCreate,
  imdbEdit,
  imdbHistory,
  imdbImage,
  imdbImageDelete,
  imdbMerge,
  imdbRedirect,
  imdbSplit,
  imdbUndo,
} from '#contracts/editor.api.ts';
import { crewSummary, fixErrors, imdbDelete, imdbExport, imdbImport, imdbParts } from '#contracts/imdb.api.ts';
import { seasonSummary } from '#contracts/lookup.api.ts';
import { idOfRecord, type ParsedId, requireId } from '#server/kernel/ids.ts';
import { toJson } from '#server/kernel/json.ts';
import { bytes, data, dataText, movedTo, paged } from '#server/platform/http/answer.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { Checks } from './check.service.ts';
import { refused } from './edit.rules.ts';
import type { Editor } from './editor.service.ts';
import type { PartAsk, RecordParts } from './parts.service.ts';
import type { PictureEditing } from './picture.service.ts';

/** The one file of a body. */
const fileOf = async (files: AsyncIterable<Upload<'file'>>): Promise<{ bytes: Buffer<ArrayBuffer>; type: string }> => {
  const chunks: Buffer[] = [];
  let type = '';
  for await (const file of files) {
    ({ type } = file);
    for await (const chunk of file.content) chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), type };
};

interface Download {
  readonly origin: SourceName | undefined;
  readonly accountId: number | null;
}

export interface Editing {
  readonly editor: Editor;
  readonly parts: RecordParts;
  readonly checks: Checks;
  readonly pictures: PictureEditing;
  /** Fetches a record from the sources, or from the one that is named, and stores it. */
  readonly download: (id: ParsedId, from: Download) => Promise<unknown>;
}

/** What administrators do with records, over HTTP. */
export const editorRoutes = ({ editor, parts, checks, pictures, download: fetchRecord }: Editing): readonly Route[] => [
  route(imdbParts)(async ({ params, body }, call) => {
    const download = body.find(({ extraParams }) => extraParams?.forceDownload)?.extraParams;
    if (download) {
      const ask = { origin: download.origin, accountId: personOf(call).accountId };
      await fetchRecord(idOfRecord(params.imdbId), ask);
    }
    const result = await parts.read(params.imdbId, body as readonly PartAsk[], call.caller.maxRegs);
    return 'movedTo' in result ? movedTo(call.url.replace(params.imdbId, result.movedTo)) : dataText(result.found);
  }),
  route(crewSummary)(async ({ params }) => data(await parts.crew(params.imdbId))),
  route(seasonSummary)(async ({ params }) => data(await parts.seasons(params.imdbId))),
  route(imdbExport)(async ({ params }) => {
    const id = idOfRecord(params.imdbId);
    const file = Buffer.from(`${JSON.stringify(await editor.exportRecord(id), null, 1)}\n`);
    return bytes(file, 'application/json', { 'Content-Disposition': `attachment; filename="${id.canonical}.json"` });
  }),
  route(imdbImport)(async ({ params, query, body }, call) => {
    const file = (await fileOf(body)).bytes;
    return data(await editor.importRecord(params.kind, file, personOf(call).accountId, query.imdbId));
  }),
  route(imdbDelete)(async ({ params }, call) => {
    const id = idOfRecord(params.imdbId);
    await editor.remove(id, personOf(call).accountId);
    return data(`${id.canonical} deleted`);
  }),
  route(fixErrors)(async ({ body: { imdbId, movieDocument } }, call) => {
    const text = imdbId ?? movieDocument?.imdbId;
    if (text === undefined) throw refused('imdbId', 'is missing');
    return data(await checks.fixErrors(idOfRecord(text), personOf(call).accountId));
  }),
  route(editorParts)(async ({ params, query }) =>
    data(
      await editor.show(
        idOfRecord(params.imdbId),
        query.parts?.split(',').map((part) => part.trim()),
      ),
    ),
  ),
  route(imdbEdit)(async ({ params, body: { changes = [], unlock = [] } }, call) =>
    data(await editor.save(idOfRecord(params.imdbId), { changes, unlock, accountId: personOf(call).accountId })),
  ),
  route(imdbCreate)(async ({ body: { kind, changes } }, call) =>
    data({ imdbId: await editor.create(kind, changes, personOf(call).accountId) }),
  ),
  route(imdbImage)(async ({ params, body }, call) => {
    const id = idOfRecord(params.imdbId);
    const size = await pictures.upload(id, await fileOf(body), personOf(call).accountId);
    return data({ imdbId: id.canonical, ...size });
  }),
  route(imdbImageDelete)(async ({ params }, call) => {
    const id = idOfRecord(params.imdbId);
    await pictures.remove(id, personOf(call).accountId);
    return data(`Picture of ${id.canonical} deleted`);
  }),
  route(imdbMerge)(async ({ params, body: { into } }, call) => {
    const id = idOfRecord(params.imdbId);
    const target = requireId(id.kind, into, 'into');
    await editor.merge(id, target, personOf(call).accountId);
    return data(`${id.canonical} merged into ${target.canonical}`);
  }),
  route(imdbRedirect)(async ({ params, body: { to } }) => {
    const id = idOfRecord(params.imdbId);
    const target = requireId(id.kind, to, 'to');
    await editor.redirect(id, target);
    return data(`${id.canonical} leads to ${target.canonical}`);
  }),
  route(imdbSplit)(async ({ params }) => {
    const id = idOfRecord(params.imdbId);
    await editor.split(id);
    return data(`${id.canonical} is no longer redirected`);
  }),
  route(imdbHistory)(async ({ params, query: { page = 1, regs: asked } }, call) => {
    const regs = asked ?? call.caller.maxRegs;
    const { rows, total } = await editor.history(idOfRecord(params.imdbId), { offset: (page - 1) * regs, limit: regs });
    const shown = rows.map(({ id, at, by, action, merged, part, before, after, undoOf, undoneBy }) => ({
      ...{ id, at, by, action, merged, part, before, after, undoOf, undoneBy },
    }));
    return paged({ json: toJson(shown), page, total, regs });
  }),
  route(imdbUndo)(async ({ params }, call) => {
    const { canonical } = await editor.undo(params.id, personOf(call).accountId);
    return data({ imdbId: canonical });
  }),
];
