import { describe, expect, it } from 'vitest';
import { createMessages } from './messages.ts';

const texts = (store: ReturnType<typeof createMessages>) => store.current().map((message) => message.text);

describe('messages', () => {
  it('are three at most, and the oldest makes way', () => {
    const store = createMessages();
    for (const text of ['one', 'two', 'three', 'four']) store.tell(text);
    expect(texts(store)).toEqual(['two', 'three', 'four']);
  });

  it('said twice are shown once, as the newest', () => {
    const store = createMessages();
    store.tell('Saved', 'success');
    store.tell('Other');
    store.tell('Saved', 'success');
    store.tell('Saved', 'danger');
    expect(store.current()).toMatchObject([
      { text: 'Other', tone: 'info', id: 2 },
      { text: 'Saved', tone: 'success', id: 3 },
      { text: 'Saved', tone: 'danger', id: 4 },
    ]);
  });

  it('of what went wrong go alone, and only then somebody hears of it', () => {
    const store = createMessages();
    store.tell('Saved', 'success');
    store.tell('Refused', 'danger');
    store.tell('Nothing to remove', 'warning');
    let heard = 0;
    store.subscribe(() => heard++);
    store.clearTrouble();
    store.clearTrouble();
    expect([texts(store), heard]).toEqual([['Saved'], 1]);
  });

  it('go one by one or all together, and those who listen hear of it', () => {
    const store = createMessages();
    let heard = 0;
    const stop = store.subscribe(() => heard++);
    store.tell('one');
    store.tell('two', 'warning', { label: 'Undo', run: () => {} });
    store.dismiss(1);
    expect(texts(store)).toEqual(['two']);
    expect(store.current()[0]?.action?.label).toBe('Undo');
    store.clear();
    store.clear();
    expect([texts(store), heard]).toEqual([[], 4]);
    stop();
    store.tell('three');
    expect(heard).toBe(4);
  });
});
