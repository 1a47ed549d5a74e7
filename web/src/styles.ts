// Style sheets that the table does not need: they are loaded with what they are for.

type Sheet = 'pages' | 'talk';

const loaded = new Map<Sheet, Promise<void>>();

/** Loads a style sheet once. Resolves when it is in force. */
export function loadStyle(sheet: Sheet): Promise<void> {
  const known = loaded.get(sheet);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/${sheet}.css`;
  const done = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loaded.delete(sheet); // the next page tries again
      reject(new Error(link.href));
    };
  });
  loaded.set(sheet, done);
  document.head.append(link);
  return done;
}
