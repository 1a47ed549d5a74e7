import type { Answer } from './choose';

/** What an answer costs besides, on its button, if it does however it is given. */
export function Price({ of: { choices } }: { of: Answer }) {
  const notes = choices[0].notes?.filter((n) => choices.every((c) => c.notes?.includes(n)));
  if (!notes?.length) return null;
  return <small class="price">{notes.join('; ')}</small>;
}
