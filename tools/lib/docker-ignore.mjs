/**
 * Which files of a folder Docker sends to a build: the last line that names a file, or a folder above it, decides.
 * @param text of a .dockerignore
 * @returns {(path: string) => boolean} for paths with slashes, relative to the folder
 */
export function letsThrough(text) {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.keeps ?? true;
}

/** `*` stands for a part of one name, `**` for any number of folders. */
function patternOf(line) {
  const source = line
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map((part) =>
      part === '**'
        ? '(?:[^/]+/)*'
        : `${part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}/`,
    )
    .join('')
    .replace(/\/$/, '');
  return new RegExp(`^${source}(?:/|$)`);
}
