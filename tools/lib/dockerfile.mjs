/**
 * Reads a Dockerfile without heredocs.
 * @returns {{ from: string, instructions: { name: string, rest: string }[] }[]} its stages; lines that go on are joined
 */
export function readDockerfile(text) {
  const stages = [];
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`Not an instruction: ${line}`);
    if (name === 'FROM') {
      const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
      stages.push({ from: words[0], instructions: [] });
    } else if (stages.length === 0) throw new Error(`${name} stands before the first FROM.`);
    else stages.at(-1).instructions.push({ name, rest: rest.trim() });
  }
  return stages;
}
