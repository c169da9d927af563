import { type ComponentType, createContext, useContext } from 'react';
import type { RecordKind, RecordTab } from './record-search.ts';

export interface EditorProps {
  readonly tab: RecordTab;
  /** The kind of row that was looked at. */
  readonly first?: string | undefined;
  /** What keeps what was typed when a session ends. */
  readonly draftName: string;
  readonly onDone: () => void;
}

export interface HistoryProps {
  readonly kind: RecordKind;
  readonly id: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export interface NewRecordProps {
  readonly kind: RecordKind;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export interface MergeProps {
  /** What the record is called that is merged. */
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export interface PictureProps {
  readonly title: string;
  readonly year: number | null;
  /** When the record has last changed. */
  readonly changed: string;
  readonly alt: string;
}

/** What changes records, which is loaded where it is used. */
export interface RecordTools {
  readonly Editor: ComponentType<EditorProps>;
  /** Begins to load it. */
  readonly nearEditor: () => void;
  readonly History: ComponentType<HistoryProps>;
  readonly NewRecord: ComponentType<NewRecordProps>;
  readonly Merge: ComponentType<MergeProps>;
  readonly Picture: ComponentType<PictureProps>;
}

const Context = createContext<RecordTools | null>(null);
export const WithTools = Context.Provider;

export const useTools = (): RecordTools => {
  const tools = useContext(Context);
  if (tools === null) throw new Error('outside of a page of records');
  return tools;
};
